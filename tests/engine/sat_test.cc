// The comb as a SAT solver: finding an alternative is NP-complete [QPOR Thm. 4], and this is its reduction.
//
// For a formula in 3-CNF the program has
//   per variable i  a mutex v[i], and threads t_i and f_i that lock it first: the one that gets it decides the value,
//                   for nobody unlocks. Then t_i creates a runner for each clause with the literal i, f_i for each
//                   clause with the literal not i;
//   per clause j    a mutex c[j], a thread d_j that locks it, and the runners of clause j, which lock it too.
// With C empty and D = {lock of d_j, for every j}, an alternative is a configuration that holds a lock of c[j] by a
// runner for every j. Below a runner is the lock of v[i] by its creator, and those of t_i and f_i are in conflict. So
// an alternative exists iff the formula is satisfiable.
//
// The events get into U as they would in an exploration: as the conflicting extensions of two maximal configurations,
// one in which every variable is true and one in which every variable is false. Runners that found their mutex taken
// are pending there.

#include <algorithm>
#include <array>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/qpor/alternative.h"
#include "tests/engine/driver.h"
#include "tests/support/random_source.h"

namespace qpor::engine {
namespace {

struct Literal {
  int variable;
  bool is_positive;
};
using Clause = std::array<Literal, 3>;
struct Formula {
  int variables;
  std::vector<Clause> clauses;
};

Formula random_formula(int variables, int clauses, oracle::RandomSource& random) {
  Formula formula{variables, {}};
  for (int j = 0; j < clauses; ++j) {
    std::vector<int> chosen;
    while (chosen.size() < 3) {
      const int variable = random.below(variables);
      if (std::find(chosen.begin(), chosen.end(), variable) == chosen.end()) chosen.push_back(variable);
    }
    Clause clause{};
    for (std::size_t n = 0; n < 3; ++n) clause[n] = {chosen[n], random.chance(50)};
    formula.clauses.push_back(clause);
  }
  return formula;
}

bool is_satisfied(const Formula& formula, std::uint32_t assignment) {
  return std::all_of(formula.clauses.begin(), formula.clauses.end(), [&](const Clause& clause) {
    return std::any_of(clause.begin(), clause.end(), [&](const Literal& literal) {
      return ((assignment >> literal.variable & 1u) != 0) == literal.is_positive;
    });
  });
}

bool is_satisfiable(const Formula& formula) {
  for (std::uint32_t assignment = 0; assignment < 1u << formula.variables; ++assignment) {
    if (is_satisfied(formula, assignment)) return true;
  }
  return false;
}

std::string to_model(const Formula& formula) {
  std::string text = "mutex v[" + std::to_string(formula.variables) + "], c[" + std::to_string(formula.clauses.size()) +
                     "];\nproc runner(j) { lock(c[j]); }\n";
  for (int i = 0; i < formula.variables; ++i) {
    for (const bool is_positive : {true, false}) {
      text += std::string("thread ") + (is_positive ? "t" : "f") + std::to_string(i) + " { lock(v[" +
              std::to_string(i) + "]);";
      for (std::size_t j = 0; j < formula.clauses.size(); ++j) {
        for (const Literal& literal : formula.clauses[j]) {
          if (literal.variable == i && literal.is_positive == is_positive) {
            text += " create runner(" + std::to_string(j) + ");";
          }
        }
      }
      text += " }\n";
    }
  }
  return text + "thread d[" + std::to_string(formula.clauses.size()) + "](j) { lock(c[j]); }\n";
}

/// C empty, D the locks of the clauses' threads, and U all that the question is about.
class Question {
 public:
  explicit Question(const Formula& formula) : formula_(formula), driver_(to_model(formula)) {
    for (const char* side : {"t", "f"}) {
      for (int i = 0; i < formula.variables; ++i) driver_.step(side + std::to_string(i));
      driver_.run_to_the_end();
      driver_.extend();
      driver_.pop_all();
    }
    for (std::size_t j = 0; j < formula.clauses.size(); ++j) {
      driver_.disabled.add(driver_.next("d[" + std::to_string(j) + "]"), 0);
    }
  }

  bool ask(const Options& options) {
    const auto alt = make_alt(options, driver_.structure, driver_.configuration, driver_.disabled, statistics);
    return alt->find(answer_);
  }

  /// The answer as an assignment satisfies the formula, and gives no variable two values.
  bool answer_is_right() const {
    std::uint32_t value = 0;
    std::uint32_t is_set = 0;
    for (const EventId event : answer_.chosen) {
      const Thread& runner = driver_.vocabulary.threads[driver_.structure[event].thread];
      const std::string creator = driver_.vocabulary.threads[runner.creator].name;
      const std::uint32_t bit = 1u << std::stoi(creator.substr(1));
      const std::uint32_t wanted = creator[0] == 't' ? bit : 0;
      if ((is_set & bit) != 0 && (value & bit) != wanted) return false;
      is_set |= bit;
      value |= wanted;
    }
    return is_satisfied(formula_, value);
  }

  Statistics statistics;

 private:
  const Formula& formula_;
  Driver driver_;
  Alternative answer_;
};

Options as_in_the_paper(AltKind alt, std::size_t k = 1) {
  Options options = options_for(alt, k);
  options.spike_order = SpikeOrder::NewestFirst;
  options.cover_most_first = options.adaptive = options.wide_spikes = false;
  return options;
}

TEST(Sat, AnAlternativeExistsIffTheFormulaIsSatisfiable) {
  const std::uint64_t seed = seed_or(1);
  std::cout << "seed " << seed << "\n";
  int satisfiable = 0;
  int unsatisfiable = 0;
  for (int round = 0; round < 10; ++round) {
    for (int variables = 4; variables <= 8; ++variables) {
      for (const int percent : {200, 300, 426, 500, 600}) {
        oracle::RandomSource random(seed * 1'000'000 +
                                    static_cast<std::uint64_t>(round * 10'000 + variables * 1000 + percent));
        const Formula formula = random_formula(variables, variables * percent / 100, random);
        SCOPED_TRACE(to_model(formula));
        const bool expected = is_satisfiable(formula);
        ++(expected ? satisfiable : unsatisfiable);
        Question question(formula);
        for (const Options& options : {options_for(AltKind::Optimal), as_in_the_paper(AltKind::Optimal)}) {
          ASSERT_EQ(question.ask(options), expected);
          if (expected) {
            ASSERT_TRUE(question.answer_is_right());
          }
        }
        // A partial alternative exists whenever an alternative does, and from as many as D has on it is one.
        for (const std::size_t k : {1, 2, 3}) {
          if (expected) {
            ASSERT_TRUE(question.ask(options_for(AltKind::Partial, k))) << k;
            ASSERT_TRUE(question.ask(as_in_the_paper(AltKind::Partial, k))) << k;
          }
        }
        ASSERT_EQ(question.ask(as_in_the_paper(AltKind::Partial, formula.clauses.size())), expected);
        ASSERT_EQ(question.statistics.comb_gave_up, 0u);
      }
    }
  }
  std::cout << satisfiable << " satisfiable, " << unsatisfiable << " not\n";
  EXPECT_GE(satisfiable, 60);
  EXPECT_GE(unsatisfiable, 40);
}

TEST(Sat, LargerFormulasAtTheHardRatioStayFarFromTheBudget) {
  const std::uint64_t seed = seed_or(1);
  std::cout << "seed " << seed << "\n";
  constexpr int kVariables = 13;
  int satisfiable = 0;
  std::uint64_t most_nodes = 0;
  for (std::uint64_t round = 0; round < 24; ++round) {
    oracle::RandomSource random(seed * 1000 + round);
    const Formula formula = random_formula(kVariables, kVariables * 426 / 100, random);
    SCOPED_TRACE("round " + std::to_string(round));
    const bool expected = is_satisfiable(formula);
    satisfiable += expected ? 1 : 0;
    Question question(formula);
    ASSERT_EQ(question.ask(options_for(AltKind::Optimal)), expected);
    ASSERT_EQ(question.statistics.comb_gave_up, 0u);
    most_nodes = std::max(most_nodes, question.statistics.comb_nodes);
  }
  std::cout << satisfiable << " of 24 satisfiable, at most " << most_nodes << " comb nodes\n";
  EXPECT_GE(satisfiable, 4);
  EXPECT_LE(satisfiable, 22);
}

TEST(Sat, AContradictionHasNoAlternativeButHasPartialOnes) {
  // All eight clauses over three variables.
  Formula formula{3, {}};
  for (int signs = 0; signs < 8; ++signs) {
    formula.clauses.push_back(
        {Literal{0, (signs & 1) != 0}, Literal{1, (signs & 2) != 0}, Literal{2, (signs & 4) != 0}});
  }
  Question question(formula);
  EXPECT_FALSE(question.ask(options_for(AltKind::Optimal)));
  EXPECT_TRUE(question.ask(as_in_the_paper(AltKind::Partial, 7)));
  EXPECT_FALSE(question.ask(as_in_the_paper(AltKind::Partial, 8)));
  formula.clauses.pop_back();
  Question easier(formula);
  EXPECT_TRUE(easier.ask(options_for(AltKind::Optimal)));
  EXPECT_TRUE(easier.answer_is_right());
}

}  // namespace
}  // namespace qpor::engine
