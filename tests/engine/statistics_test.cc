// Statistics add up.

#include "engine/execution/statistics.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace qpor::engine {
namespace {

TEST(Statistics, CountersAddUpAndMaximaTakeTheLarger) {
  Statistics a;
  a.traces = 3;
  a.peak_events = 100;
  a.threads = 2;
  a.seconds = 1;
  a.phase_seconds[1] = 0.25;
  Statistics b;
  b.traces = 4;
  b.peak_events = 70;
  b.threads = 5;
  b.seconds = 2;
  b.phase_seconds[1] = 0.5;
  a += b;
  EXPECT_EQ(a.traces, 7u);
  EXPECT_EQ(a.peak_events, 100u);
  EXPECT_EQ(a.threads, 5u);
  EXPECT_EQ(a.seconds, 3);
  EXPECT_EQ(a.phase_seconds[1], 0.75);
}

TEST(Statistics, AddingNothingChangesNothing) {
  Statistics a;
  a.blocked = 9;
  a.longest_trace = 8;
  const Statistics before = a;
  a += Statistics{};
  EXPECT_EQ(a.blocked, before.blocked);
  EXPECT_EQ(a.longest_trace, before.longest_trace);
}

TEST(Statistics, ForEachNamesEveryCounterOnceWithItsValue) {
  Statistics statistics;
  statistics.traces = 11;
  statistics.peak_disabled = 12;
  std::set<std::string> names;
  std::map<std::string, std::uint64_t> values;
  std::uint64_t sum = 0;
  statistics.for_each([&](std::string_view name, std::string_view text, std::uint64_t value) {
    EXPECT_TRUE(names.insert(std::string(name)).second) << name;
    EXPECT_FALSE(text.empty());
    values[std::string(name)] = value;
    sum += value;
  });
  EXPECT_EQ(sum, 23u);
  EXPECT_EQ(values["traces"], 11u);
  EXPECT_EQ(values["peak_disabled"], 12u);
  EXPECT_GE(names.size(), 18u);
}

TEST(PhaseClock, ChargesWhatPassesToOnePhaseOnly) {
  Statistics statistics;
  PhaseClock clock(statistics);
  clock.start();
  clock.charge(Phase::Extend);
  EXPECT_GE(statistics.phase_seconds[static_cast<std::size_t>(Phase::Extend)], 0);
  EXPECT_EQ(statistics.phase_seconds[static_cast<std::size_t>(Phase::Prune)], 0);
  EXPECT_EQ(clock.seconds(), statistics.phase_seconds[static_cast<std::size_t>(Phase::Extend)]);
}

}  // namespace
}  // namespace qpor::engine
