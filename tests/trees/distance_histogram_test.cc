#include "trees/distance_histogram.h"

#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "trees/skip_tree.h"

namespace qpor::trees {
namespace {

using Class = std::vector<std::uint64_t>;  // first, last, count

std::vector<Class> classes(const DistanceHistogram& histogram) {
  std::vector<Class> all;
  histogram.for_each(
      [&](std::uint64_t first, std::uint64_t last, std::uint64_t count) { all.push_back({first, last, count}); });
  return all;
}

TEST(DistanceHistogram, IsExactUpToFifteenAndThenHasPowersOfTwo) {
  DistanceHistogram histogram;
  for (const std::uint32_t distance : {0u, 1u, 1u, 15u, 16u, 31u, 32u, std::numeric_limits<std::uint32_t>::max()}) {
    histogram.count(distance);
  }
  EXPECT_EQ(classes(histogram),
            (std::vector<Class>{
                {0, 0, 1}, {1, 1, 2}, {15, 15, 1}, {16, 31, 2}, {32, 63, 1}, {1ull << 31, (1ull << 32) - 1, 1}}));
  EXPECT_EQ(histogram.total(), 8u);
}

#ifdef QPOR_COUNT_QUERIES
TEST(DistanceHistogram, HasEachQueryOfATreeOnce) {
  SkipTree tree(4);
  tree.place_root(0);
  for (Node n = 1; n < 40; ++n) tree.place(n, n - 1);
  tree.ancestor_at(39, 39);
  tree.ancestor_at(39, 36);
  tree.is_ancestor_of(3, 30);
  tree.is_ancestor_of(30, 3);  // the depths answer
  tree.divergence(7, 12);
  tree.divergence(12, 7);
  EXPECT_EQ(classes(tree.queries()), (std::vector<Class>{{0, 0, 1}, {3, 3, 1}, {5, 5, 2}, {16, 31, 1}}));
}
#endif

}  // namespace
}  // namespace qpor::trees
