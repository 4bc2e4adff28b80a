// Random combs and formulas against brute force.

#include <algorithm>

#include <gtest/gtest.h>

#include "comb/explicit_problem.h"
#include "comb/solver.h"
#include "tests/comb/product_oracle.h"

namespace qpor::comb {
namespace {

using Candidates = std::vector<std::uint32_t>;
using Chronological = Solver<ExplicitProblem, Return::Chronological>;
using Backjumping = Solver<ExplicitProblem>;

constexpr std::size_t kNoLimit = Limits::kUnlimitedChoices;

/// Up to six spikes of up to four candidates, at a random tightness; candidates are shared between spikes.
Tables random_tables(Random& random, std::size_t percent_covering) {
  Tables tables(1 + below(random, 14), below(random, 7));
  const std::size_t percent_incompatible = below(random, 80);
  const auto count = static_cast<std::uint32_t>(tables.compatible.size());
  for (std::uint32_t a = 0; a < count; ++a) {
    for (std::uint32_t b = 0; b < a; ++b) {
      tables.compatible[a][b] = tables.compatible[b][a] = !chance(random, percent_incompatible);
    }
    for (std::size_t s = 0; s < tables.spikes.size(); ++s) tables.covers[a][s] = chance(random, percent_covering);
  }
  for (auto& spike : tables.spikes) {
    const std::size_t size = chance(random, 5) ? 0 : 1 + below(random, 4);
    for (std::size_t i = 0; i < size; ++i) spike.push_back(static_cast<std::uint32_t>(below(random, count)));
  }
  return tables;
}

/// Candidates are sets of atoms, of which some are in conflict; a set covers a spike that holds a subset of it. This is
/// how local configurations behave, and meets the condition under which covering changes no answer.
Tables random_set_tables(Random& random) {
  constexpr std::size_t kAtoms = 9;
  std::vector<std::uint32_t> conflicts(kAtoms, 0);
  const std::size_t percent_conflicts = below(random, 70);
  for (std::size_t a = 0; a < kAtoms; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      if (!chance(random, percent_conflicts)) continue;
      conflicts[a] |= 1U << b;
      conflicts[b] |= 1U << a;
    }
  }
  const auto compatible = [&](std::uint32_t x, std::uint32_t y) {
    for (std::size_t a = 0; a < kAtoms; ++a) {
      if ((x >> a & 1) != 0 && (conflicts[a] & y) != 0) return false;
    }
    return true;
  };
  std::vector<std::uint32_t> sets;
  while (sets.size() < 16) {
    std::uint32_t set = 1U << below(random, kAtoms);
    for (int i = 0; i < 2; ++i) {
      const std::uint32_t more = set | 1U << below(random, kAtoms);
      if (compatible(more, more)) set = more;
    }
    sets.push_back(set);
  }
  Tables tables(sets.size(), 1 + below(random, 6));
  for (std::size_t a = 0; a < sets.size(); ++a) {
    for (std::size_t b = 0; b < sets.size(); ++b) tables.compatible[a][b] = compatible(sets[a], sets[b]);
  }
  for (std::size_t s = 0; s < tables.spikes.size(); ++s) {
    const std::size_t size = chance(random, 3) ? 0 : 1 + below(random, 4);
    for (std::size_t i = 0; i < size; ++i) {
      const auto member = static_cast<std::uint32_t>(below(random, sets.size()));
      tables.spikes[s].push_back(member);
      for (std::size_t c = 0; c < sets.size(); ++c) {
        if ((sets[c] & sets[member]) == sets[member]) tables.covers[c][s] = true;
      }
    }
  }
  return tables;
}

class CombRandom : public testing::Test {
 protected:
  CombRandom() : trace_(__FILE__, __LINE__, "QPOR_SEED=" + std::to_string(test_seed())), random(test_seed()) {}

  template <class S>
  Answer solve(S& solver, const Tables& tables, std::size_t limit) {
    ExplicitProblem problem = tables.problem();
    const Answer answer = solver.solve(problem, {.nodes = Limits::kUnlimitedNodes, .choices = limit}, solution);
    EXPECT_NE(answer, Answer::GaveUp);
    EXPECT_EQ(answer == Answer::Found ? flaw(tables, solution, limit) : "", "");
    if (answer != Answer::Found) {
      EXPECT_TRUE(solution.empty());
    }
    for (std::size_t s = 0; s < tables.spikes.size(); ++s) {
      EXPECT_LE(problem.times_built(s), 1U);
    }
    return answer;
  }

  testing::ScopedTrace trace_;
  Random random;
  Chronological chronological;
  Backjumping backjumping;
  Candidates solution;
};

Answer expected(bool exists) { return exists ? Answer::Found : Answer::None; }

TEST_F(CombRandom, WithoutCoverEqualsTheFullProduct) {
  int found = 0;
  for (int round = 0; round < 600 && !HasFailure(); ++round) {
    const Tables tables = random_tables(random, 0);
    const Answer answer = expected(full_solution_exists(tables));
    found += answer == Answer::Found;
    ASSERT_EQ(solve(chronological, tables, kNoLimit), answer) << "round " << round;
    const Candidates first = solution;
    ASSERT_EQ(solve(backjumping, tables, kNoLimit), answer) << "round " << round;
    ASSERT_EQ(solution, first) << "a jump skips no solution, so both find the same first";
    ASSERT_LE(backjumping.nodes(), chronological.nodes());
  }
  EXPECT_GT(found, 100);
  EXPECT_LT(found, 500);
}

TEST_F(CombRandom, WithAnyCoverChronologicalGoesThroughAllOrderedChoices) {
  for (int round = 0; round < 600 && !HasFailure(); ++round) {
    const Tables tables = random_tables(random, below(random, 40));
    const std::size_t limit = chance(random, 50) ? kNoLimit : below(random, 5);
    ASSERT_EQ(solve(chronological, tables, limit), expected(ordered_solution_exists(tables, limit))) << round;
  }
}

TEST_F(CombRandom, WithAnyCoverAndLimitAFullSolutionIsNeverMissed) {
  int full = 0;
  for (int round = 0; round < 1000 && !HasFailure(); ++round) {
    const Tables tables = random_tables(random, below(random, 40));
    const std::size_t limit = chance(random, 50) ? kNoLimit : below(random, 5);
    const bool exists = full_solution_exists(tables);
    full += exists;
    const Answer answer = solve(backjumping, tables, limit);
    if (exists) {
      ASSERT_EQ(answer, Answer::Found) << round;
    }
  }
  EXPECT_GT(full, 100);
}

TEST_F(CombRandom, CoverBySubsetsEqualsTheFullProduct) {
  int found = 0;
  int covered = 0;
  for (int round = 0; round < 1000 && !HasFailure(); ++round) {
    const Tables tables = random_set_tables(random);
    const Answer answer = expected(full_solution_exists(tables));
    found += answer == Answer::Found;
    ASSERT_EQ(solve(chronological, tables, kNoLimit), answer) << "round " << round;
    ASSERT_EQ(solve(backjumping, tables, kNoLimit), answer) << "round " << round;
    covered += answer == Answer::Found && solution.size() < tables.spikes.size();
  }
  EXPECT_GT(found, 200);
  EXPECT_LT(found, 900);
  EXPECT_GT(covered, 100);
}

TEST_F(CombRandom, ABudgetGivesUpButNeverLies) {
  int gave_up = 0;
  for (int round = 0; round < 600 && !HasFailure(); ++round) {
    const Tables tables = random_tables(random, chance(random, 50) ? 0 : 20);
    ExplicitProblem problem = tables.problem();
    const Answer truth = backjumping.solve(problem, {}, solution);
    const std::uint64_t needed = backjumping.nodes();
    const std::uint64_t budget = below(random, needed + 3);
    const Answer answer = backjumping.solve(problem, {.nodes = budget}, solution);
    gave_up += answer == Answer::GaveUp;
    ASSERT_EQ(answer, budget < needed ? Answer::GaveUp : truth);
    ASSERT_LE(backjumping.nodes(), budget);
  }
  EXPECT_GT(gave_up, 100);
}

/// A clause is a spike; a literal, 2v or 2v+1, a candidate. A clause is covered by each of its literals.
using Clause = std::vector<std::uint32_t>;

bool satisfiable(const std::vector<Clause>& clauses, std::size_t variables) {
  for (std::uint32_t assignment = 0; assignment < 1U << variables; ++assignment) {
    const auto holds = [&](std::uint32_t literal) { return (assignment >> (literal / 2) & 1) == literal % 2; };
    const auto is_true = [&](const Clause& clause) { return std::any_of(clause.begin(), clause.end(), holds); };
    if (std::all_of(clauses.begin(), clauses.end(), is_true)) return true;
  }
  return false;
}

TEST_F(CombRandom, SolvesThreeSatAroundTheThreshold) {
  int found = 0;
  int total = 0;
  for (std::size_t variables = 8; variables <= 14; ++variables) {
    for (int round = 0; round < 12; ++round, ++total) {
      const auto count = static_cast<std::size_t>(4.26 * static_cast<double>(variables)) + below(random, 5);
      std::vector<Clause> clauses(count);
      ExplicitProblem plain(2 * variables);
      for (std::uint32_t v = 0; v < variables; ++v) plain.set_incompatible(2 * v, 2 * v + 1);
      ExplicitProblem covering = plain;
      for (Clause& clause : clauses) {
        while (clause.size() < 3) {
          const auto literal = static_cast<std::uint32_t>(below(random, 2 * variables));
          const auto same_variable = [&](std::uint32_t other) { return other / 2 == literal / 2; };
          if (std::none_of(clause.begin(), clause.end(), same_variable)) clause.push_back(literal);
        }
        plain.add_spike(clause);
        const std::size_t spike = covering.add_spike(clause);
        for (const std::uint32_t literal : clause) covering.set_covers(literal, spike);
      }
      const Answer answer = expected(satisfiable(clauses, variables));
      found += answer == Answer::Found;
      ASSERT_EQ(backjumping.solve(covering, {}, solution), answer);
      ASSERT_EQ(chronological.solve(covering, {}, solution), answer);
      for (const Clause& clause : clauses) {
        const bool is_true =
            std::find_first_of(solution.begin(), solution.end(), clause.begin(), clause.end()) != solution.end();
        ASSERT_EQ(is_true, answer == Answer::Found);
      }
      // Without covering each clause picks its own literal and the tree is far larger: only small ones, with a budget.
      const Answer without = backjumping.solve(plain, {.nodes = 200000}, solution);
      if (without != Answer::GaveUp) {
        ASSERT_EQ(without, answer);
      }
    }
  }
  EXPECT_GT(found, total / 10);
  EXPECT_LT(found, total * 9 / 10);
}

}  // namespace
}  // namespace qpor::comb
