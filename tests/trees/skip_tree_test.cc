#include "trees/skip_tree.h"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "bench/jump_tree.h"
#include "tests/trees/naive_forest.h"

namespace qpor::trees {
namespace {

/// Distinct node numbers in no order, with gaps.
std::vector<Node> scattered_numbers(Random& random, std::size_t count) {
  std::vector<Node> numbers(count * 3);
  std::iota(numbers.begin(), numbers.end(), Node{0});
  std::shuffle(numbers.begin(), numbers.end(), random);
  numbers.resize(count);
  return numbers;
}

template <class Tree>
void grow(Tree& tree, NaiveForest& naive, Random& random, Shape shape, const std::vector<Node>& numbers) {
  std::vector<Node> placed = naive.nodes();
  for (const Node n : numbers) {
    const Node parent = next_parent(random, shape, placed);
    if (parent == kNoNode) {
      tree.place_root(n);
      naive.place_root(n);
    } else {
      tree.place(n, parent);
      naive.place(n, parent);
    }
    placed.push_back(n);
  }
}

template <class Tree>
void expect_same_answers(const Tree& tree, const NaiveForest& naive, Random& random, std::size_t queries) {
  ASSERT_TRUE(tree.well_formed());
  const std::vector<Node> nodes = naive.nodes();
  for (const Node n : nodes) {
    ASSERT_TRUE(tree.contains(n));
    ASSERT_EQ(tree.parent(n), naive.parent(n));
    ASSERT_EQ(tree.depth(n), naive.depth(n));
  }
  for (std::size_t i = 0; i < queries && !nodes.empty(); ++i) {
    const Node a = nodes[below(random, nodes.size())];
    const Node b = nodes[below(random, nodes.size())];
    const auto depth = static_cast<std::uint32_t>(below(random, naive.depth(a) + 1));
    ASSERT_EQ(tree.ancestor_at(a, depth), naive.ancestor_at(a, depth)) << a << " at " << depth;
    ASSERT_EQ(tree.is_ancestor_of(a, b), naive.is_ancestor_of(a, b)) << a << ", " << b;
    ASSERT_TRUE(tree.is_ancestor_of(tree.ancestor_at(a, depth), a));
    ASSERT_EQ(tree.divergence(a, b), naive.divergence(a, b)) << a << ", " << b;
  }
}

class SkipTreeRandom : public testing::TestWithParam<unsigned> {
 protected:
  SkipTreeRandom() : random_(test_seed() + GetParam()) {}
  Random random_;
};

TEST_P(SkipTreeRandom, AgreesWithParentWalks) {
  SCOPED_TRACE("QPOR_SEED=" + std::to_string(test_seed()));
  for (const Shape shape : {Shape::Chain, Shape::Bushy, Shape::Mixed}) {
    SCOPED_TRACE(name_of(shape));
    SkipTree tree(GetParam());
    NaiveForest naive;
    grow(tree, naive, random_, shape, scattered_numbers(random_, 300));
    expect_same_answers(tree, naive, random_, 1000);
    EXPECT_EQ(tree.size(), naive.size());
  }
}

TEST_P(SkipTreeRandom, AnswersEveryPairOfASmallForest) {
  SCOPED_TRACE("QPOR_SEED=" + std::to_string(test_seed()));
  SkipTree tree(GetParam());
  NaiveForest naive;
  grow(tree, naive, random_, Shape::Mixed, scattered_numbers(random_, 80));
  for (const Node a : naive.nodes()) {
    for (std::uint32_t d = 0; d <= naive.depth(a); ++d) ASSERT_EQ(tree.ancestor_at(a, d), naive.ancestor_at(a, d));
    for (const Node b : naive.nodes()) {
      ASSERT_EQ(tree.is_ancestor_of(a, b), naive.is_ancestor_of(a, b));
      ASSERT_EQ(tree.divergence(a, b), naive.divergence(a, b));
      ASSERT_EQ(tree.divergence(a, b) == a, tree.is_ancestor_of(a, b));
    }
  }
}

TEST_P(SkipTreeRandom, SurvivesRemovalAndReuseInAnyOrder) {
  SCOPED_TRACE("QPOR_SEED=" + std::to_string(test_seed()));
  for (const Shape shape : {Shape::Chain, Shape::Bushy, Shape::Mixed}) {
    SCOPED_TRACE(name_of(shape));
    SkipTree tree(GetParam());
    NaiveForest naive;
    std::vector<Node> numbers = scattered_numbers(random_, 200);
    grow(tree, naive, random_, shape, numbers);
    for (int round = 0; round < 12; ++round) {
      // Whole subtrees go, in no order.
      std::vector<Node> doomed;
      for (int i = 0; i < 4; ++i) {
        const std::vector<Node> nodes = naive.nodes();
        for (const Node n : naive.subtree(nodes[below(random_, nodes.size())])) doomed.push_back(n);
      }
      std::shuffle(doomed.begin(), doomed.end(), random_);
      std::sort(doomed.begin(), doomed.begin() + static_cast<std::ptrdiff_t>(doomed.size() / 2));
      std::vector<Node> freed;
      for (const Node n : doomed) {
        if (!naive.contains(n)) continue;
        tree.remove(n);
        naive.remove(n);
        freed.push_back(n);
        ASSERT_FALSE(tree.contains(n));
      }
      ASSERT_EQ(tree.size(), naive.size());
      expect_same_answers(tree, naive, random_, 100);
      // Their numbers return, elsewhere.
      std::shuffle(freed.begin(), freed.end(), random_);
      if (round % 3 != 2 || naive.size() < 50) grow(tree, naive, random_, shape, freed);
      expect_same_answers(tree, naive, random_, 100);
    }
  }
}

TEST_P(SkipTreeRandom, AnswersOnADeepChain) {
  constexpr std::uint32_t kLength = 100000;
  SkipTree tree(GetParam());
  tree.place_root(0);
  for (Node n = 1; n < kLength; ++n) tree.place(n, n - 1);
  // A second branch off the middle, so that divergence has something to find.
  for (Node n = 0; n < kLength / 2; ++n) tree.place(kLength + n, n == 0 ? kLength / 2 : kLength + n - 1);
  ASSERT_TRUE(tree.well_formed());
  for (int i = 0; i < 20000; ++i) {
    const auto n = static_cast<Node>(below(random_, kLength));
    const auto depth = static_cast<std::uint32_t>(below(random_, n + 1));
    ASSERT_EQ(tree.ancestor_at(n, depth), depth);
    ASSERT_TRUE(tree.is_ancestor_of(depth, n));
    const auto branch = static_cast<Node>(kLength + below(random_, kLength / 2));
    ASSERT_EQ(tree.divergence(n, branch), std::min(n, kLength / 2));
    ASSERT_EQ(tree.is_ancestor_of(n, branch), n <= kLength / 2);
  }
}

INSTANTIATE_TEST_SUITE_P(Steps, SkipTreeRandom, testing::Values(2, 3, 4, 5, 6, 7, 8, 9, 16, 64));

TEST(SkipTree, StartsEmpty) {
  const SkipTree tree;
  EXPECT_FALSE(tree.contains(0));
  EXPECT_FALSE(tree.contains(kNoNode));
  EXPECT_EQ(tree.size(), 0U);
  EXPECT_EQ(tree.step(), 4U);
  EXPECT_TRUE(tree.well_formed());
}

TEST(SkipTree, ParentOfARootIsNoNode) {
  SkipTree tree;
  tree.place_root(7);
  tree.place_root(3);
  EXPECT_EQ(tree.parent(7), kNoNode);
  EXPECT_EQ(tree.depth(7), 0U);
  EXPECT_EQ(tree.ancestor_at(7, 0), 7U);
  EXPECT_EQ(tree.divergence(7, 7), 7U);
  EXPECT_EQ(tree.divergence(7, 3), kNoNode);
  EXPECT_FALSE(tree.is_ancestor_of(7, 3));
  EXPECT_FALSE(tree.contains(5));
}

TEST(SkipTree, DistinctTreesOfEqualDepthHaveNoDivergence) {
  SkipTree tree(3);
  for (Node n = 0; n < 200; ++n) {
    n < 2 ? tree.place_root(n) : tree.place(n, n - 2);
  }
  EXPECT_EQ(tree.divergence(198, 199), kNoNode);
  EXPECT_EQ(tree.divergence(198, 41), kNoNode);
  EXPECT_EQ(tree.divergence(198, 40), 40U);
}

TEST(SkipTree, RecyclesItsMemory) {
  SkipTree tree(2);
  tree.place_root(0);
  for (Node n = 1; n < 1000; ++n) tree.place(n, n - 1);
  const std::size_t bytes = tree.bytes();
  for (int round = 0; round < 10; ++round) {
    for (Node n = 999; n >= 300; --n) tree.remove(n);
    for (Node n = 300; n < 1000; ++n) tree.place(n, n - 1);
    ASSERT_EQ(tree.bytes(), bytes);
  }
  EXPECT_TRUE(tree.well_formed());
  tree.clear();
  EXPECT_TRUE(tree.well_formed());
  EXPECT_FALSE(tree.contains(0));
  tree.place_root(0);
  for (Node n = 1; n < 1000; ++n) tree.place(n, n - 1);
  EXPECT_EQ(tree.bytes(), bytes);
  EXPECT_TRUE(tree.well_formed());
}

TEST(SkipTree, IsNotWellFormedOnceAParentIsMissing) {
  SkipTree tree;
  tree.place_root(0);
  for (Node n = 1; n < 10; ++n) tree.place(n, n - 1);
  tree.remove(5);  // breaks the caller's promise: 6 is still there
  EXPECT_FALSE(tree.well_formed());
  for (Node n = 6; n < 10; ++n) tree.remove(n);
  EXPECT_TRUE(tree.well_formed());
}

TEST(JumpTree, AgreesWithParentWalks) {
  SCOPED_TRACE("QPOR_SEED=" + std::to_string(test_seed()));
  Random random(test_seed());
  for (const Shape shape : {Shape::Chain, Shape::Bushy, Shape::Mixed}) {
    SCOPED_TRACE(name_of(shape));
    JumpTree tree;
    NaiveForest naive;
    grow(tree, naive, random, shape, scattered_numbers(random, 300));
    expect_same_answers(tree, naive, random, 1000);
  }
}

TEST(JumpTree, SurvivesRemovalAndReuse) {
  SCOPED_TRACE("QPOR_SEED=" + std::to_string(test_seed()));
  Random random(test_seed());
  JumpTree tree;
  NaiveForest naive;
  grow(tree, naive, random, Shape::Mixed, scattered_numbers(random, 200));
  for (int round = 0; round < 10; ++round) {
    const std::vector<Node> nodes = naive.nodes();
    const std::vector<Node> doomed = naive.subtree(nodes[below(random, nodes.size())]);
    for (const Node n : doomed) {
      tree.remove(n);
      naive.remove(n);
    }
    grow(tree, naive, random, Shape::Mixed, doomed);
    expect_same_answers(tree, naive, random, 100);
  }
}

}  // namespace
}  // namespace qpor::trees
