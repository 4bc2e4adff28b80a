#include "comb/solver.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "comb/explicit_problem.h"
#include "tests/comb/product_oracle.h"

namespace qpor::comb {
namespace {

using Candidates = std::vector<std::uint32_t>;
using Chronological = Solver<ExplicitProblem, Return::Chronological>;
using Backjumping = Solver<ExplicitProblem>;

constexpr Limits kUnlimited{};
Limits choices(std::size_t limit) { return {.nodes = Limits::kUnlimitedNodes, .choices = limit}; }
Limits nodes(std::uint64_t limit) { return {.nodes = limit, .choices = Limits::kUnlimitedChoices}; }

template <class S>
class Comb : public testing::Test {
 protected:
  S solver;
  Candidates solution;
};
using Solvers = testing::Types<Chronological, Backjumping>;
TYPED_TEST_SUITE(Comb, Solvers);

TYPED_TEST(Comb, FindsTheEmptySolutionWithoutSpikes) {
  ExplicitProblem problem(0);
  this->solution = {1, 2, 3};
  EXPECT_EQ(this->solver.solve(problem, nodes(0), this->solution), Answer::Found);
  EXPECT_TRUE(this->solution.empty());
  EXPECT_EQ(this->solver.nodes(), 0U);
}

TYPED_TEST(Comb, FindsNothingWhenOneSpikeIsEmpty) {
  ExplicitProblem problem(4);
  problem.add_spike({0, 1});
  problem.add_spike({});
  problem.add_spike({2, 3});
  this->solution = {1, 2, 3};
  EXPECT_EQ(this->solver.solve(problem, kUnlimited, this->solution), Answer::None);
  EXPECT_TRUE(this->solution.empty());
  EXPECT_EQ(problem.times_built(2), 0U);
}

TYPED_TEST(Comb, PrefersCandidatesInTheOrderGiven) {
  ExplicitProblem problem(4);
  problem.add_spike({1, 0});
  problem.add_spike({3, 2});
  EXPECT_EQ(this->solver.solve(problem, kUnlimited, this->solution), Answer::Found);
  EXPECT_EQ(this->solution, (Candidates{1, 3}));
  problem.set_incompatible(1, 3);
  EXPECT_EQ(this->solver.solve(problem, kUnlimited, this->solution), Answer::Found);
  EXPECT_EQ(this->solution, (Candidates{1, 2}));
  problem.set_incompatible(1, 2);
  EXPECT_EQ(this->solver.solve(problem, kUnlimited, this->solution), Answer::Found);
  EXPECT_EQ(this->solution, (Candidates{0, 3}));
}

TYPED_TEST(Comb, NeverBuildsACoveredSpike) {
  ExplicitProblem problem(4);
  problem.add_spike({0});
  problem.add_spike({1});
  problem.add_spike({2});
  problem.add_spike({3});
  problem.set_covers(0, 1);
  problem.set_covers(2, 3);
  EXPECT_EQ(this->solver.solve(problem, kUnlimited, this->solution), Answer::Found);
  EXPECT_EQ(this->solution, (Candidates{0, 2}));
  EXPECT_EQ(problem.times_built(0), 1U);
  EXPECT_EQ(problem.times_built(1), 0U);
  EXPECT_EQ(problem.times_built(2), 1U);
  EXPECT_EQ(problem.times_built(3), 0U);
}

TYPED_TEST(Comb, NeverBuildsASpikeBeyondTheLimitOfChoices) {
  ExplicitProblem problem(3);
  problem.add_spike({0});
  problem.add_spike({1});
  problem.add_spike({});
  EXPECT_EQ(this->solver.solve(problem, choices(2), this->solution), Answer::Found);
  EXPECT_EQ(this->solution, (Candidates{0, 1}));
  EXPECT_EQ(problem.times_built(2), 0U);
  EXPECT_EQ(this->solver.solve(problem, choices(0), this->solution), Answer::Found);
  EXPECT_TRUE(this->solution.empty());
  EXPECT_EQ(this->solver.solve(problem, choices(3), this->solution), Answer::None);
}

TYPED_TEST(Comb, BuildsASpikeOnceHoweverOftenItReturnsToIt) {
  ExplicitProblem problem(5);
  problem.add_spike({0, 1, 2});
  problem.add_spike({3, 4});
  problem.set_incompatible(0, 3);
  problem.set_incompatible(0, 4);
  problem.set_incompatible(1, 3);
  problem.set_incompatible(1, 4);
  EXPECT_EQ(this->solver.solve(problem, kUnlimited, this->solution), Answer::Found);
  EXPECT_EQ(this->solution, (Candidates{2, 3}));
  EXPECT_EQ(this->solver.nodes(), 8U);
  EXPECT_EQ(problem.times_built(1), 1U);
  EXPECT_EQ(this->solver.solve(problem, kUnlimited, this->solution), Answer::Found);
  EXPECT_EQ(problem.times_built(1), 2U) << "the next call asks again";
}

TYPED_TEST(Comb, GivesUpExactlyWhenItWouldTryOneMore) {
  ExplicitProblem problem(5);
  problem.add_spike({0, 1, 2});
  problem.add_spike({3, 4});
  for (const std::uint32_t a : {0U, 1U, 2U}) {
    for (const std::uint32_t b : {3U, 4U}) problem.set_incompatible(a, b);
  }
  ASSERT_EQ(this->solver.solve(problem, kUnlimited, this->solution), Answer::None);
  const std::uint64_t needed = this->solver.nodes();
  EXPECT_EQ(needed, 9U);
  for (std::uint64_t budget = 0; budget < needed; ++budget) {
    this->solution = {7};
    EXPECT_EQ(this->solver.solve(problem, nodes(budget), this->solution), Answer::GaveUp);
    EXPECT_EQ(this->solver.nodes(), budget);
    EXPECT_TRUE(this->solution.empty());
  }
  EXPECT_EQ(this->solver.solve(problem, nodes(needed), this->solution), Answer::None);
}

TYPED_TEST(Comb, AnswersFiveThousandSpikes) {
  constexpr std::uint32_t kSpikes = 5000;
  ExplicitProblem problem(2 * kSpikes);
  // The even candidate of each spike refuses the even one of the next: even, odd, even, ...
  for (std::uint32_t s = 0; s < kSpikes; ++s) {
    problem.add_spike({2 * s, 2 * s + 1});
    if (s > 0) problem.set_incompatible(2 * s - 2, 2 * s);
  }
  ASSERT_EQ(this->solver.solve(problem, kUnlimited, this->solution), Answer::Found);
  ASSERT_EQ(this->solution.size(), kSpikes);
  for (std::uint32_t s = 0; s < kSpikes; ++s) ASSERT_EQ(this->solution[s], 2 * s + s % 2);
  EXPECT_EQ(this->solver.nodes(), kSpikes + kSpikes / 2);
}

/// The last of many spikes depends on the first, and on nothing between.
ExplicitProblem first_against_last(std::uint32_t spikes, bool solvable) {
  ExplicitProblem problem(2 * spikes);
  for (std::uint32_t s = 0; s < spikes; ++s) problem.add_spike({2 * s, 2 * s + 1});
  problem.set_incompatible(0, 2 * spikes - 2);
  problem.set_incompatible(0, 2 * spikes - 1);
  if (!solvable) {
    problem.set_incompatible(1, 2 * spikes - 2);
    problem.set_incompatible(1, 2 * spikes - 1);
  }
  return problem;
}

TEST(CombBackjump, ReturnsOverUnrelatedSpikesAtOnce) {
  constexpr std::uint32_t kSpikes = 5000;
  Backjumping solver;
  Candidates solution;
  ExplicitProblem solvable = first_against_last(kSpikes, true);
  EXPECT_EQ(solver.solve(solvable, nodes(15000), solution), Answer::Found);
  EXPECT_EQ(solution.front(), 1U);
  EXPECT_EQ(solver.nodes(), 2 * kSpikes + 1);
  ExplicitProblem hopeless = first_against_last(kSpikes, false);
  EXPECT_EQ(solver.solve(hopeless, nodes(15000), solution), Answer::None);
  Chronological plodder;
  EXPECT_EQ(plodder.solve(solvable, nodes(15000), solution), Answer::GaveUp);
  EXPECT_EQ(plodder.solve(hopeless, nodes(15000), solution), Answer::GaveUp);
}

TEST(CombBackjump, MayMissOnlyWhatRestsOnCoveringAlone) {
  // Spike 1 is empty, and candidate 1 covers it though nothing in spike 1 stands for it.
  ExplicitProblem problem(2);
  problem.add_spike({0, 1});
  problem.add_spike({});
  problem.set_covers(1, 1);
  Candidates solution;
  Chronological chronological;
  EXPECT_EQ(chronological.solve(problem, kUnlimited, solution), Answer::Found);
  EXPECT_EQ(solution, (Candidates{1}));
  Backjumping backjumping;
  EXPECT_EQ(backjumping.solve(problem, kUnlimited, solution), Answer::None);
}

/// A Problem of its own: candidates of a type that is no number, and an order that depends on what is chosen.
struct Letter {
  explicit Letter(char c) : symbol(c) {}
  char symbol;
};
struct LetterProblem {
  using Candidate = Letter;
  std::vector<std::string> asked;

  std::size_t spikes() const { return 3; }
  bool candidates(std::size_t spike, std::span<const Letter> chosen, std::vector<Letter>& out) {
    EXPECT_TRUE(out.empty());
    std::string context = std::to_string(spike) + ":";
    for (const Letter letter : chosen) context += letter.symbol;
    asked.push_back(context);
    if (spike == 1 && chosen.back().symbol == 'a') {
      out.insert(out.end(), {Letter('y'), Letter('x')});
    } else if (spike == 1) {
      out.insert(out.end(), {Letter('x'), Letter('y')});
    } else if (spike == 0) {
      out.insert(out.end(), {Letter('a'), Letter('b')});
    } else {
      out.push_back(Letter('z'));
    }
    return false;
  }
  bool compatible(Letter a, Letter b) const { return !(a.symbol == 'a' && b.symbol == 'z'); }
  bool covers(Letter, std::size_t) const { return false; }
};

TEST(CombProblem, SeesTheChoicesMadeAtTheFirstVisit) {
  LetterProblem problem;
  Solver<LetterProblem> solver;
  std::vector<Letter> solution;
  ASSERT_EQ(solver.solve(problem, {}, solution), Answer::Found);
  EXPECT_EQ(problem.asked, (std::vector<std::string>{"0:", "1:a", "2:ay"}));
  std::string word;
  for (const Letter letter : solution) word += letter.symbol;
  EXPECT_EQ(word, "byz");
}

TEST(ExplicitProblem, IsSymmetric) {
  ExplicitProblem problem(130);
  problem.add_spike({0, 129});
  problem.set_incompatible(3, 129);
  EXPECT_FALSE(problem.compatible(3, 129));
  EXPECT_FALSE(problem.compatible(129, 3));
  EXPECT_TRUE(problem.compatible(3, 128));
  EXPECT_TRUE(problem.compatible(3, 3));
  problem.set_covers(129, 0);
  EXPECT_TRUE(problem.covers(129, 0));
  EXPECT_FALSE(problem.covers(3, 0));
  EXPECT_TRUE(problem.well_formed());
}

}  // namespace
}  // namespace qpor::comb
