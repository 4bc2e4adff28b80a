#include "engine/execution/twin_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <string>

#include "tests/engine/model_run.h"
#include "tests/engine/orders.h"
#include "tests/support/random_program.h"

namespace qpor::engine {
namespace {

bool is_create(const Qpor& explorer, std::uint32_t position) {
  return explorer.structure().operation(explorer.configuration()[position]).kind == OperationKind::Create;
}

/// By the definition: each step once, a Create perhaps in two parts, nothing before a cause, and nothing of a thread
/// before it went on after a Create.
void expect_order(const Qpor& explorer, const std::vector<TwinStep>& order) {
  const EventStructure& structure = explorer.structure();
  std::vector<EventId> operations;
  std::set<std::uint32_t> seen, waiting;
  for (const TwinStep& step : order) {
    const EventId event = explorer.configuration()[step.position];
    if (step.part == TwinPart::Rest) {
      EXPECT_EQ(waiting.erase(step.position), 1u);
      continue;
    }
    EXPECT_TRUE(seen.insert(step.position).second);
    for (const std::uint32_t each : waiting) {
      EXPECT_NE(structure[explorer.configuration()[each]].thread, structure[event].thread);
    }
    operations.push_back(event);
    if (step.part != TwinPart::Operation) continue;
    EXPECT_TRUE(is_create(explorer, step.position));
    waiting.insert(step.position);
  }
  EXPECT_TRUE(waiting.empty());
  EXPECT_EQ(seen.size(), explorer.configuration().size());
  expect_causes_first(structure, operations);
}

TEST(TwinOrder, PutsCausesFirstOnRandomPrograms) {
  const std::uint64_t seed = seed_of_random_tests();
  for (const oracle::Family family : oracle::all_families()) {
    for (std::uint64_t i = 0; i < 5; ++i) {
      const oracle::Program program = oracle::random_program(family, seed * 1000 + i);
      SCOPED_TRACE(program.name);
      Options options = without_pruning();
      options.max_traces = 5;
      const ModelRun run(
          to_model_text(program),
          [&](const Qpor& explorer, bool) {
            for (std::uint64_t each = 0; each < 4; ++each) {
              expect_order(explorer, twin_order(Trace(explorer.execution()), each));
            }
          },
          options);
    }
  }
}

TEST(TwinOrder, ReversesIndependentThreads) {
  const ModelRun run("var x[4]; thread t[4](i) { x[i] = 1; x[i] = 2; }", [](const Qpor& explorer, bool) {
    std::vector<ThreadId> before, now;
    for (const EventId event : trail_of(explorer)) before.push_back(explorer.structure()[event].thread);
    for (const TwinStep& step : twin_order(Trace(explorer.execution()), 0)) {
      now.push_back(explorer.structure()[explorer.configuration()[step.position]].thread);
    }
    // Whoever had the last word has the first.
    const auto last_of = [](const std::vector<ThreadId>& threads, ThreadId thread) {
      return std::find(threads.rbegin(), threads.rend(), thread) - threads.rbegin();
    };
    for (std::uint32_t a = 0; a < 4; ++a) {
      for (std::uint32_t b = 0; b < 4; ++b) {
        if (a == b) continue;
        EXPECT_NE(last_of(before, ThreadId{a}) < last_of(before, ThreadId{b}),
                  last_of(now, ThreadId{a}) < last_of(now, ThreadId{b}));
      }
    }
  });
}

TEST(TwinOrder, LetsANewThreadRunBeforeItsCreatorGoesOn) {
  const ModelRun run("var x, y; proc child() { y = 1; } thread main { local t = create child(); x = 1; join(t); }",
                     [](const Qpor& explorer, bool) {
                       const auto order = twin_order(Trace(explorer.execution()), 0);
                       const auto is_rest = [](const TwinStep& step) { return step.part == TwinPart::Rest; };
                       const auto rest = std::find_if(order.begin(), order.end(), is_rest);
                       ASSERT_NE(rest, order.end());
                       const auto is_childs = [&](const TwinStep& step) {
                         return explorer.structure()[explorer.configuration()[step.position]].thread == ThreadId{1};
                       };
                       EXPECT_EQ(std::count_if(order.begin(), rest, is_childs),
                                 std::count_if(order.begin(), order.end(), is_childs));
                     });
}

TEST(TwinOrder, IsAnotherForAnotherSeed) {
  const ModelRun run("var x[4]; thread t[4](i) { x[i] = 1; x[i] = 2; }", [](const Qpor& explorer, bool) {
    const auto order = [&](std::uint64_t seed) { return twin_order(Trace(explorer.execution()), seed); };
    EXPECT_EQ(order(1), order(1));
    EXPECT_NE(order(1), order(2));
    EXPECT_NE(order(0), order(1));
  });
}

}  // namespace
}  // namespace qpor::engine
