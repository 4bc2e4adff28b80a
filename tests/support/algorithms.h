// The algorithms that make_explorer can make, for tests that run all of them.

#pragma once

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "engine/explorer.h"
#include "engine/options.h"
#include "frontend/model/model.h"

namespace qpor::tests {

inline const std::vector<engine::AlgorithmText>& algorithms() {
  static const std::vector<engine::AlgorithmText> all = [] {
    std::vector<engine::AlgorithmText> made;
    const auto executor =
        frontend::model::make_executor(frontend::model::compile("var x; thread a { x = 1; }", "one.model", {}));
    for (const engine::AlgorithmText& each : engine::kAlgorithms) {
      engine::Options options;
      options.algorithm = each.algorithm;
      try {
        engine::make_explorer(*executor, options);
        made.push_back(each);
      } catch (const std::invalid_argument&) {  // not there yet
      }
    }
    return made;
  }();
  return all;
}

inline bool has_all_algorithms() { return algorithms().size() == std::size(engine::kAlgorithms); }

}  // namespace qpor::tests
