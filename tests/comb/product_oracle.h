// The oracle of the comb tests: a comb as plain tables, and the answer by going through the full product of its spikes.

#pragma once

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "comb/explicit_problem.h"

namespace qpor::comb {

struct Tables {
  std::vector<std::vector<std::uint32_t>> spikes;
  std::vector<std::vector<bool>> compatible;  // by candidate and candidate
  std::vector<std::vector<bool>> covers;      // by candidate and spike

  Tables(std::size_t candidates, std::size_t spike_count)
      : spikes(spike_count),
        compatible(candidates, std::vector<bool>(candidates, true)),
        covers(candidates, std::vector<bool>(spike_count, false)) {}

  ExplicitProblem problem() const {
    ExplicitProblem result(compatible.size());
    for (const auto& spike : spikes) result.add_spike(spike);
    for (std::uint32_t a = 0; a < compatible.size(); ++a) {
      for (std::uint32_t b = 0; b < compatible.size(); ++b) {
        if (!compatible[a][b]) result.set_incompatible(a, b);
      }
      for (std::size_t s = 0; s < spikes.size(); ++s) {
        if (covers[a][s]) result.set_covers(a, s);
      }
    }
    return result;
  }
};

/// Calls `accept` with every tuple of one entry per spike, an entry being a candidate's place in the spike or, if
/// `with_gap`, the spike's size for "none", until it returns true; returns whether it did.
inline bool any_tuple(const Tables& tables, bool with_gap,
                      const std::function<bool(const std::vector<std::size_t>&)>& accept) {
  std::vector<std::size_t> tuple(tables.spikes.size(), 0);
  const auto options = [&](std::size_t s) { return tables.spikes[s].size() + (with_gap ? 1 : 0); };
  for (std::size_t s = 0; s < tuple.size(); ++s) {
    if (options(s) == 0) return false;
  }
  for (;;) {
    if (accept(tuple)) return true;
    std::size_t s = 0;
    while (s < tuple.size() && ++tuple[s] == options(s)) tuple[s++] = 0;
    if (s == tuple.size()) return false;
  }
}

/// Is there one candidate in every spike, all pairwise compatible?
inline bool full_solution_exists(const Tables& tables) {
  return any_tuple(tables, false, [&](const std::vector<std::size_t>& tuple) {
    for (std::size_t i = 0; i < tuple.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (!tables.compatible[tables.spikes[i][tuple[i]]][tables.spikes[j][tuple[j]]]) return false;
      }
    }
    return true;
  });
}

/// Is there a choice of candidates for exactly the spikes that no earlier choice covers, pairwise compatible, which
/// ends after `limit` choices?
inline bool ordered_solution_exists(const Tables& tables, std::size_t limit) {
  return any_tuple(tables, true, [&](const std::vector<std::size_t>& tuple) {
    std::vector<std::uint32_t> chosen;
    for (std::size_t s = 0; s < tuple.size(); ++s) {
      if (chosen.size() == limit) return true;
      bool covered = false;
      for (const std::uint32_t c : chosen) covered = covered || tables.covers[c][s];
      if ((tuple[s] == tables.spikes[s].size()) != covered) return false;
      if (covered) continue;
      for (const std::uint32_t c : chosen) {
        if (!tables.compatible[c][tables.spikes[s][tuple[s]]]) return false;
      }
      chosen.push_back(tables.spikes[s][tuple[s]]);
    }
    return true;
  });
}

/// What is wrong with a solution found under a limit of choices; empty if nothing.
inline std::string flaw(const Tables& tables, const std::vector<std::uint32_t>& solution, std::size_t limit) {
  if (solution.size() > limit) return "more choices than the limit";
  for (const std::uint32_t a : solution) {
    for (const std::uint32_t b : solution) {
      if (&a != &b && !tables.compatible[a][b]) return "incompatible choices";
    }
  }
  std::size_t used = 0;
  for (std::size_t s = 0; s < tables.spikes.size(); ++s) {
    bool covered = false;
    for (std::size_t i = 0; i < used; ++i) covered = covered || tables.covers[solution[i]][s];
    if (covered) continue;
    if (used == solution.size()) return used == limit ? "" : "spike " + std::to_string(s) + " has no choice";
    bool answers = false;
    for (const std::uint32_t c : tables.spikes[s]) answers = answers || c == solution[used];
    if (!answers) return "spike " + std::to_string(s) + " is not answered by the next choice";
    ++used;
  }
  return used == solution.size() ? "" : "choices without a spike";
}

inline std::uint64_t test_seed() {
  const char* text = std::getenv("QPOR_SEED");
  return text != nullptr ? std::stoull(text) : 20240607;
}

using Random = std::mt19937_64;

inline std::size_t below(Random& random, std::size_t bound) { return static_cast<std::size_t>(random() % bound); }
inline bool chance(Random& random, std::size_t percent) { return below(random, 100) < percent; }

}  // namespace qpor::comb
