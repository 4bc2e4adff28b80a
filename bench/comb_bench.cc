// The comb search with backjumps against plain chronological backtracking, on seeded random combs. The families are
// made up, each to stress something:
//  - dense: every pair of spikes is related, so the conflict sets soon hold most levels. What do they cost?
//  - sparse: a spike is related to few others, and their order says nothing about that: long jumps.
//  - sat: random 3-SAT at 4.25 clauses per variable with covering, a spike per clause.
//  - wide: a core of 8 related spikes spread thinly among 192 unrelated ones.
//
// Counters: nodes is the mean number of candidates tried per comb; found and gave_up are shares of the combs. Where
// gave_up is not 0, time and nodes are lower bounds.

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include <benchmark/benchmark.h>

#include "comb/explicit_problem.h"
#include "comb/solver.h"

namespace {

using namespace qpor::comb;

constexpr std::uint64_t kBudget = 300000;
constexpr int kCombs = 20;

bool chance(std::mt19937& random, double probability) {
  return std::generate_canonical<double, 32>(random) < probability;
}

/// `spikes` spikes of `size` candidates; a share `density` of the pairs of spikes is related, in which each pair of
/// candidates is incompatible with probability `tightness`.
ExplicitProblem random_comb(std::mt19937& random, std::uint32_t spikes, std::uint32_t size, double density,
                            double tightness) {
  ExplicitProblem problem(std::size_t{spikes} * size);
  for (std::uint32_t s = 0; s < spikes; ++s) {
    std::vector<std::uint32_t> candidates(size);
    std::iota(candidates.begin(), candidates.end(), s * size);
    problem.add_spike(candidates);
  }
  for (std::uint32_t s = 0; s < spikes; ++s) {
    for (std::uint32_t t = 0; t < s; ++t) {
      if (!chance(random, density)) continue;
      for (std::uint32_t i = 0; i < size * size; ++i) {
        if (chance(random, tightness)) problem.set_incompatible(s * size + i / size, t * size + i % size);
      }
    }
  }
  return problem;
}

ExplicitProblem dense(std::mt19937& random) { return random_comb(random, 16, 6, 1.0, 0.21); }
ExplicitProblem sparse(std::mt19937& random) { return random_comb(random, 40, 4, 0.09, 0.45); }

ExplicitProblem sat(std::mt19937& random) {
  constexpr std::uint32_t kVariables = 20;
  ExplicitProblem problem(2 * kVariables);
  for (std::uint32_t v = 0; v < kVariables; ++v) problem.set_incompatible(2 * v, 2 * v + 1);
  for (int clause = 0; clause < 85; ++clause) {
    std::vector<std::uint32_t> literals;
    while (literals.size() < 3) {
      const auto literal = static_cast<std::uint32_t>(random() % (2 * kVariables));
      const auto same_variable = [&](std::uint32_t other) { return other / 2 == literal / 2; };
      if (std::none_of(literals.begin(), literals.end(), same_variable)) literals.push_back(literal);
    }
    const std::size_t spike = problem.add_spike(literals);
    for (const std::uint32_t literal : literals) problem.set_covers(literal, spike);
  }
  return problem;
}

ExplicitProblem wide(std::mt19937& random) {
  constexpr std::uint32_t kSpikes = 200;
  constexpr std::uint32_t kSize = 4;
  ExplicitProblem problem = random_comb(random, kSpikes, kSize, 0.0, 0.0);
  for (std::uint32_t s = 0; s < kSpikes; s += 25) {
    for (std::uint32_t t = 0; t < s; t += 25) {
      for (std::uint32_t i = 0; i < kSize * kSize; ++i) {
        if (chance(random, 0.35)) problem.set_incompatible(s * kSize + i / kSize, t * kSize + i % kSize);
      }
    }
  }
  return problem;
}

using Family = ExplicitProblem (*)(std::mt19937&);

template <Return kReturn>
void combs(benchmark::State& state, Family make) {
  std::mt19937 random(1);
  std::vector<ExplicitProblem> problems;
  for (int i = 0; i < kCombs; ++i) problems.push_back(make(random));
  Solver<ExplicitProblem, kReturn> solver;
  std::vector<std::uint32_t> solution;
  std::uint64_t nodes = 0;
  int found = 0;
  int gave_up = 0;
  for (auto _ : state) {
    nodes = 0;
    found = gave_up = 0;
    for (ExplicitProblem& problem : problems) {
      const Answer answer = solver.solve(problem, {.nodes = kBudget}, solution);
      nodes += solver.nodes();
      found += answer == Answer::Found;
      gave_up += answer == Answer::GaveUp;
    }
  }
  state.counters["nodes"] = static_cast<double>(nodes) / kCombs;
  state.counters["found"] = static_cast<double>(found) / kCombs;
  state.counters["gave_up"] = static_cast<double>(gave_up) / kCombs;
}

void chronological(benchmark::State& state, Family make) { combs<Return::Chronological>(state, make); }
void backjump(benchmark::State& state, Family make) { combs<Return::Backjump>(state, make); }

#define QPOR_COMB_BENCH(family)                                                    \
  BENCHMARK_CAPTURE(chronological, family, family)->Unit(benchmark::kMillisecond); \
  BENCHMARK_CAPTURE(backjump, family, family)->Unit(benchmark::kMillisecond)

QPOR_COMB_BENCH(dense);
QPOR_COMB_BENCH(sparse);
QPOR_COMB_BENCH(sat);
QPOR_COMB_BENCH(wide);

}  // namespace

BENCHMARK_MAIN();
