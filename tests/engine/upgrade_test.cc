// A reader that tries to become a writer fails on its own read, by an exclusive event. A write lock of another thread
// that comes later is possible before both, but not where that exclusive event took place with the reads it saw.

#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/engine/driver.h"

namespace qpor::engine {
namespace {

constexpr std::string_view kUpgrade = R"(
  rwlock l;
  thread r { local done; rdlock(l); done = trywrlock(l); }
  thread w { wrlock(l); }
)";

TEST(Upgrade, AWrlockIsTriedAtTheClosedSetsOfAnEarlierPlaceToo) {
  Driver driver(kUpgrade);
  driver.run({"r", "r"});
  ASSERT_FALSE(driver.is_enabled("w"));
  driver.extend();
  EXPECT_EQ(driver.beside(), std::set<std::string>{"w.1 wrlock l @-"});
}

TEST(Upgrade, BothOrdersAreExplored) {
  // Whoever is first blocks the other for ever: one trace each.
  for (const AltKind alt : {AltKind::Optimal, AltKind::Partial, AltKind::FirstEvent, AltKind::None}) {
    const Explored explored = explore(kUpgrade, options_for(alt));
    EXPECT_EQ(explored.statistics.traces, 2u);
    EXPECT_EQ(explored.statistics.deadlocks, 2u);
  }
}

}  // namespace
}  // namespace qpor::engine
