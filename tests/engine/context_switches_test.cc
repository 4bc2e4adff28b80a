// The bound on context switches: what it cuts, and what it leaves alone.

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/qpor/explore.h"
#include "tests/engine/driver.h"

namespace qpor::engine {
namespace {

TEST(ContextSwitches, AreEnoughForADeadlockFromTheNumberOnThatItNeeds) {
  struct Case {
    const char* model;
    std::size_t switches;
  };
  const std::vector<Case> table = {
      {"mutex m; thread a { lock(m); lock(m); } thread b { lock(m); unlock(m); }", 0},
      {"mutex m, n; thread a { lock(m); lock(n); unlock(n); unlock(m); }\n"
       "thread b { lock(n); lock(m); unlock(m); unlock(n); }",
       1},
      // b must see what a has done, and a what b has done then.
      {"mutex m, n; var f, g;\n"
       "thread a { f = 1; if (g == 1) { lock(m); lock(n); unlock(n); unlock(m); } }\n"
       "thread b { if (f == 1) { g = 1; lock(n); lock(m); unlock(m); unlock(n); } }",
       2},
      {"mutex m, n; var f, g, h;\n"
       "thread a { f = 1; if (g == 1) { h = 1; lock(m); lock(n); unlock(n); unlock(m); } }\n"
       "thread b { if (f == 1) { g = 1; if (h == 1) { lock(n); lock(m); unlock(m); unlock(n); } } }",
       3},
  };
  for (const Case& each : table) {
    for (std::size_t bound = 0; bound <= 4; ++bound) {
      for (const AltKind alt : {AltKind::None, AltKind::FirstEvent, AltKind::Partial, AltKind::Optimal}) {
        Options options = options_for(alt, 2);
        options.max_context_switches = bound;
        options.check = true;
        const Explored explored = explore(each.model, options);
        EXPECT_EQ(explored.ending, Ending::Complete);
        if (bound < each.switches) {
          EXPECT_EQ(explored.statistics.deadlocks, 0u) << each.model << bound;
          EXPECT_GT(explored.statistics.cut_at_switches, 0u);
        } else {
          EXPECT_GT(explored.statistics.deadlocks, 0u) << each.model << bound;
        }
      }
    }
  }
}

TEST(ContextSwitches, OfWhichThereAreNoneLeaveOneThreadAfterTheOther) {
  Options options;
  options.max_context_switches = 0;
  options.check = true;
  const Explored one = explore("var x, y; thread a { x = 1; y = 1; } thread b { x = 2; y = 2; }", options);
  EXPECT_EQ(one.statistics.traces, 2u);
  // A thread that is blocked or has ended makes room for another one: that is no context switch.
  const Explored main =
      explore("var x; proc p() { x = x + 1; } thread main { local a = create p(), b = create p(); join(a); join(b); }",
              options);
  EXPECT_GE(main.statistics.traces, 1u);
  EXPECT_LE(main.statistics.traces, 2u) << "one worker first, or the other";
}

TEST(ContextSwitches, WithinTheirBoundChangeNothing) {
  for (const std::string& model : {example("philosophers"), example("readers")}) {
    const Explored all = explore(model);
    Options options;
    options.max_context_switches = 1000;
    options.check = true;
    const Explored bounded = explore(model, options);
    EXPECT_EQ(bounded.statistics.cut_at_switches, 0u);
    EXPECT_EQ(bounded.trace_set_hash, all.trace_set_hash);
  }
}

TEST(ContextSwitches, UnderABoundLeadToNoTraceTwice) {
  for (const char* const name : {"philosophers", "lastzero", "readers"}) {
    std::uint64_t before = 0;
    for (std::size_t bound = 0; bound < 6; ++bound) {
      Options options;
      options.max_context_switches = bound;
      options.check = true;  // throws if it does
      const std::uint64_t traces = explore(example(name), options).statistics.traces;
      EXPECT_GE(traces, before) << name << " with " << bound;
      before = traces;
    }
  }
}

}  // namespace
}  // namespace qpor::engine
