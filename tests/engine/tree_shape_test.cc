#include "engine/unfolding/tree_shape.h"

#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine/driver.h"

namespace qpor::engine {
namespace {

void expect_shape(const TreeShape& tree, const std::string& name, std::uint64_t nodes, std::uint64_t depths,
                  std::uint32_t maximal) {
  EXPECT_EQ(tree.name, name);
  EXPECT_EQ(tree.nodes, nodes) << name;
  EXPECT_EQ(tree.depths, depths) << name;
  EXPECT_EQ(tree.maximal_depth, maximal) << name;
}

TEST(TreeShape, CountsNodesAndDepthsPerThreadAndObject) {
  Driver driver(R"(
    mutex m, unused; var x;
    thread a { lock(m); unlock(m); x; }
    thread b { lock(m); x = 1; }
    thread idle { lock(unused); }
  )");
  driver.run({"a", "a", "a"});
  driver.pop_all();
  driver.run({"b", "b"});
  const TreeShapes shapes = tree_shapes(driver.structure);
  ASSERT_EQ(shapes.threads.size(), 2u) << "a thread without events has no tree";
  expect_shape(shapes.threads[0], "a", 3, 0 + 1 + 2, 2);
  expect_shape(shapes.threads[1], "b", 2, 0 + 1, 1);
  ASSERT_EQ(shapes.objects.size(), 2u);
  expect_shape(shapes.objects[0], "m", 3, 1 + 2 + 1, 2);  // lock and unlock of a; the lock of b, in conflict with both
  expect_shape(shapes.objects[1], "x", 2, 1 + 1, 1);      // a read and a write, both first
  EXPECT_DOUBLE_EQ(shapes.threads[0].average_depth(), 1.0);
}

TEST(TreeShape, CountsQueriesInABuildThatDoesSoAndElseSaysNothing) {
  Driver driver("mutex m; thread a { lock(m); unlock(m); lock(m); }");
  const EventId first = driver.step("a");
  driver.step("a");
  const EventId last = driver.step("a");
  [[maybe_unused]] const TreeShapes before = tree_shapes(driver.structure);
  EXPECT_TRUE(driver.structure.is_below(first, last));
  const TreeShapes shapes = tree_shapes(driver.structure);
#ifdef QPOR_COUNT_QUERIES
  ASSERT_TRUE(shapes.causality_queries && shapes.conflict_queries);
  const auto total = [](const DistanceClasses& classes) {
    std::uint64_t sum = 0;
    for (const DistanceClass& each : classes) sum += each.count;
    return sum;
  };
  EXPECT_EQ(total(*shapes.causality_queries), total(*before.causality_queries) + 1);
#else
  EXPECT_FALSE(shapes.causality_queries || shapes.conflict_queries);
#endif
}

}  // namespace
}  // namespace qpor::engine
