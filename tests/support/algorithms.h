// The algorithms that make_explorer can make, for tests that run all of them.

#pragma once

#include <vector>

#include "engine/options.h"

namespace qpor::tests {

inline const std::vector<engine::AlgorithmText>& algorithms() {
  static const std::vector<engine::AlgorithmText> all = [] {
    std::vector<engine::AlgorithmText> made;
    for (const engine::AlgorithmText& each : engine::kAlgorithms) {
      if (engine::is_made(each.algorithm)) made.push_back(each);
    }
    return made;
  }();
  return all;
}

inline bool has_all_algorithms() { return algorithms().size() == std::size(engine::kAlgorithms); }

}  // namespace qpor::tests
