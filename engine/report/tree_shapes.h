// The trees of an unfolding in figures: plain values, for reports (tree_shape.h makes them).

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace qpor::engine {

struct TreeShape {
  std::string name;  ///< of the thread or object
  std::uint64_t nodes = 0;
  std::uint64_t depths = 0;  ///< their sum
  std::uint32_t maximal_depth = 0;

  double average_depth() const { return nodes == 0 ? 0 : static_cast<double>(depths) / static_cast<double>(nodes); }
};

/// Queries over `first` to `last` steps.
struct DistanceClass {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::uint64_t count = 0;
};
/// Those that are not empty, in order.
using DistanceClasses = std::vector<DistanceClass>;

struct TreeShapes {
  std::vector<TreeShape> threads;  ///< in the order of their numbers; those without events are missing
  std::vector<TreeShape> objects;  ///< likewise
  std::optional<DistanceClasses> causality_queries;
  std::optional<DistanceClasses> conflict_queries;
};

}  // namespace qpor::engine
