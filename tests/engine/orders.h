// What an order of the events of a configuration has to be, and random configurations to try one on.

#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine/model_run.h"
#include "tests/support/oracle_program.h"
#include "tests/support/random_program.h"

namespace qpor::engine {

inline void expect_causes_first(const EventStructure& structure, const std::vector<EventId>& sequence) {
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    for (std::size_t j = i + 1; j < sequence.size(); ++j) {
      EXPECT_FALSE(structure.is_below(sequence[j], sequence[i])) << i << ' ' << j;
    }
  }
}

inline std::vector<EventId> sorted(std::vector<EventId> events) {
  std::sort(events.begin(), events.end());
  return events;
}

/// Calls visit(explorer) for some traces of random programs of each family.
inline void for_random_traces(const std::function<void(const Qpor&)>& visit) {
  const std::uint64_t seed = seed_of_random_tests();
  for (const oracle::Family family : oracle::all_families()) {
    for (std::uint64_t i = 0; i < 5; ++i) {
      const oracle::Program program = oracle::random_program(family, seed * 1000 + i);
      SCOPED_TRACE(program.name);
      Options options = without_pruning();
      options.max_traces = 5;
      const ModelRun run(to_model_text(program), [&](const Qpor& explorer, bool) { visit(explorer); }, options);
    }
  }
}

}  // namespace qpor::engine
