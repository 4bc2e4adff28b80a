#include "engine/unfolding/linearize.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>

#include "tests/engine/model_run.h"
#include "tests/engine/orders.h"
#include "tests/support/oracle_program.h"
#include "tests/support/random_program.h"

namespace qpor::engine {
namespace {

TEST(Linearize, PutsCausesFirstOnRandomPrograms) {
  for_random_traces([](const Qpor& explorer) {
    const EventStructure& structure = explorer.structure();
    const std::vector<EventId> trail = trail_of(explorer);
    const std::vector<EventId> order = linearize(structure, trail);
    EXPECT_EQ(sorted(order), sorted(trail));
    expect_causes_first(structure, order);
    EXPECT_LE(context_switches(structure, order), context_switches(structure, trail));
  });
}

TEST(Linearize, OrdersEventsThatAreInConflictToo) {
  const ModelRun run("var x; thread a { x = 1; x = 2; } thread b { x; x = 3; }");
  const std::vector<EventId> events = run.all_events();
  const std::vector<EventId> order = linearize(run.structure(), events);
  EXPECT_EQ(sorted(order), sorted(events));
  expect_causes_first(run.structure(), order);
}

TEST(Linearize, LeavesOutWhatWasNotGiven) {
  const ModelRun run("var x; thread a { x = 1; x = 2; x = 3; }", [](const Qpor& explorer, bool) {
    std::vector<EventId> rest = trail_of(explorer);
    rest.erase(rest.begin());
    const std::vector<EventId> expected = rest;
    std::reverse(rest.begin(), rest.end());
    EXPECT_EQ(linearize(explorer.structure(), rest), expected);
  });
}

TEST(Linearize, OfNothingIsNothing) {
  const ModelRun run("var x; thread a { x = 1; }");
  EXPECT_TRUE(linearize(run.structure(), {}).empty());
}

TEST(Linearize, RunsIndependentThreadsOneAfterTheOther) {
  const ModelRun run("var x[3]; thread t[3](i) { x[i] = 1; x[i] = 2; x[i] = 3; }", [](const Qpor& explorer, bool) {
    std::vector<EventId> trail = trail_of(explorer);
    const auto key = [&](EventId event) {
      return std::tuple(explorer.structure().thread_depth(event), explorer.structure()[event].thread);
    };
    std::sort(trail.begin(), trail.end(), [&](EventId a, EventId b) { return key(a) < key(b); });
    EXPECT_EQ(context_switches(explorer.structure(), trail), 8u);
    EXPECT_EQ(context_switches(explorer.structure(), linearize(explorer.structure(), trail)), 2u);
  });
}

// a stops soon to wait for b, which need not wait: one switch suffices, in whatever order the events are given.
TEST(Linearize, IsNotMisledByAThreadThatStopsSoon) {
  const ModelRun run("var x, y; sem s; thread a { x = 1; acquire(s); } thread b { post(s); y = 1; }",
                     [&](const Qpor& explorer, bool) {
                       const EventStructure& structure = explorer.structure();
                       std::vector<EventId> given = sorted(trail_of(explorer));
                       do {
                         EXPECT_EQ(context_switches(structure, linearize(structure, given)), 1u);
                       } while (std::next_permutation(given.begin(), given.end()));
                     });
}

// The first thread makes the others and goes on; taking the newest or the oldest event that is ready switches more.
TEST(Linearize, KeepsOnWithTheSameThread) {
  const ModelRun run("var x, y[2]; proc p(i) { y[i] = 1; } thread a { create p(0); create p(1); x = 1; x = 2; }",
                     [&](const Qpor& explorer, bool) {
                       const EventStructure& structure = explorer.structure();
                       std::vector<EventId> given = trail_of(explorer);
                       std::sort(given.begin(), given.end(), [&](EventId a, EventId b) {
                         const auto key = [&](EventId event) {
                           const bool is_first = index(structure[event].thread) == 0;
                           return std::tuple(!is_first, structure.thread_depth(event), structure[event].thread);
                         };
                         return key(a) < key(b);
                       });
                       EXPECT_EQ(context_switches(structure, linearize(structure, given)), 2u);
                     });
}

TEST(Linearize, TakesTenThousandEvents) {
  Options options;
  options.max_traces = 1;
  const ModelRun run(
      "const N = 5000; var x; thread t[2] { local i; while (i < N) { x = i; i = i + 1; } }",
      [](const Qpor& explorer, bool) {
        const auto order = linearize(explorer.structure(), trail_of(explorer));
        EXPECT_EQ(order.size(), 10000u);
      },
      options);
}

}  // namespace
}  // namespace qpor::engine
