// Pruning: what is kept is causally closed and holds all that an alternative may need; U stays small.

#include "engine/qpor/prune.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine/driver.h"

namespace qpor::engine {
namespace {

TEST(Prune, KeepsCDAndTheAlternative) {
  Driver driver("mutex m[4]; thread a[4](i) { lock(m[i]); } thread b[4](i) { lock(m[i]); }");
  driver.step("a[0]");                                   // C
  driver.disabled.add(driver.next("a[1]"), 1);           // D
  const std::vector<EventId> j = {driver.next("b[2]")};  // J
  driver.next("b[1]");                                   // in immediate conflict with D
  driver.next("a[3]");                                   // nobody's business
  EXPECT_EQ(prune(driver.structure, driver.configuration, driver.disabled, j), 1u);
  std::set<std::string> kept;
  for (const EventId event : driver.live_events()) kept.insert(driver.short_name(event));
  EXPECT_EQ(kept, (std::set<std::string>{"a[0].1", "a[1].1", "b[1].1", "b[2].1"}));
  EXPECT_TRUE(driver.structure.well_formed());
}

TEST(Prune, KeepsTheHistoryOfAConflictingEvent) {
  Driver driver("mutex m, n; thread a { lock(m); } thread b { lock(n); lock(m); }");
  driver.step("b");
  driver.next("b");  // in immediate conflict with a's lock; its history is not in C + D
  driver.pop();
  driver.step("a");
  EXPECT_EQ(prune(driver.structure, driver.configuration, driver.disabled, {}), 0u);
  EXPECT_EQ(driver.structure.size(), 3u);
}

/// Looks at U after each execution.
class Watcher final : public EventObserver {
 public:
  bool on_progress(const Execution&) override {
    const EventStructure& u = explorer->structure();
    if (looks++ % 16 != 0) return true;
    if (!u.well_formed()) ++wrong;
    for (std::size_t i = 0; i < u.id_bound(); ++i) {
      const auto event = static_cast<EventId>(i);
      if (!u[event].is_live || u[event].mode == Mode::Bottom) continue;
      u.for_each_cause(event, [&](EventId cause) { wrong += u[cause].is_live ? 0 : 1; });
    }
    return true;
  }
  std::uint64_t looks = 0;
  std::uint64_t wrong = 0;
};

Explored run(bool prune, const std::string& name, const Definitions& definitions, Observer* observer = nullptr) {
  Options options;
  options.prune = prune;
  options.prune_threshold = 4;
  options.check = true;
  return explore(example(name), options, definitions, observer);
}

TEST(Prune, KeepsUCausallyClosed) {
  for (const char* name : {"lastzero", "wakeup_stress", "philosophers", "bounded_buffer", "fig10"}) {
    Watcher watcher;
    const Explored explored = run(true, name, {}, &watcher);
    EXPECT_EQ(watcher.wrong, 0u) << name;
    EXPECT_GT(explored.statistics.prunings, 0u) << name;
  }
}

TEST(Prune, ShrinksThePeakAndChangesNoTrace) {
  const Explored all = run(false, "lastzero", {{"N", 8}});
  const Explored pruned = run(true, "lastzero", {{"N", 8}});
  EXPECT_EQ(pruned.statistics.traces, 704u);
  EXPECT_EQ(pruned.trace_set_hash, all.trace_set_hash);
  EXPECT_EQ(all.statistics.prunings, 0u);
  EXPECT_EQ(all.statistics.peak_events, all.statistics.events) << "without pruning nothing is forgotten";
  EXPECT_LT(pruned.statistics.peak_events * 2, all.statistics.peak_events);
  EXPECT_GE(pruned.statistics.events, all.statistics.events) << "some events are found again";
}

TEST(Prune, PeakIsFarFromTheNumberOfTraces) {
  // (N+3) * 2^(N-2) traces: from 8 to 11 the number grows ninefold, what must be kept hardly.
  const Explored small = run(true, "lastzero", {{"N", 8}});
  const Explored large = run(true, "lastzero", {{"N", 11}});
  EXPECT_GT(large.statistics.traces, 9 * small.statistics.traces);
  EXPECT_LT(large.statistics.peak_events, 4 * small.statistics.peak_events);
}

}  // namespace
}  // namespace qpor::engine
