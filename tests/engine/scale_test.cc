// Many threads and long traces: nothing recurses, no table has a fixed size, and the work for twice the program is
// about twice the work. Work is counted, not timed: operations executed, events made, extensions and comb candidates
// tried, bytes held. Explorations end after a few traces; of most of these programs nobody will see the last one.

#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "tests/engine/driver.h"

namespace qpor::engine {
namespace {

constexpr std::size_t kTraces = 3;

// Ten threads for each mutex.
constexpr const char* kManyThreads = R"(
  const T = 1000;
  mutex m[T / 10];
  thread t[T](i) { lock(m[i % (T / 10)]); unlock(m[i % (T / 10)]); }
)";

constexpr const char* kManyReaders = R"(
  const T = 1000;
  var x, own[T];
  thread w { x = 1; }
  thread r[T](i) { own[i]; x; }
)";

// Two threads, four operations a round: N = 12500 makes 100 000 events.
constexpr const char* kLongLoop = R"(
  const N = 12500;
  mutex m; var x;
  thread t[2] { local i; while (i < N) { lock(m); x = x + 1; unlock(m); i = i + 1; } }
)";

// A hundred threads, ten mutexes: N = 250 makes 100 000 events.
constexpr const char* kWideLoop = R"(
  const N = 250;
  mutex m[10]; var x[10];
  thread t[100](t) {
    local i;
    while (i < N) {
      local j = (t + i) % 10;
      lock(m[j]);
      x[j] = x[j] + 1;
      unlock(m[j]);
      i = i + 1;
    }
  }
)";

// Each thread creates the next: causality as deep as can be, across as many threads as events.
constexpr const char* kChain = R"(
  const N = 2000;
  var x;
  proc p(n) { if (n > 0) { create p(n - 1); } }
  thread main { create p(N); x = 1; }
  thread other { x; }
)";

Explored run(const char* model, const char* constant, std::int64_t size) {
  Options options;
  options.max_traces = kTraces;
  return explore(model, options, {{constant, size}});
}

void expect_about_twice(std::uint64_t small, std::uint64_t large, const std::string& what) {
  EXPECT_LE(large, small * 23 / 10 + 16) << what << ": " << small << " for half the size";
}

/// Explores the program at half the size and at the size; returns the latter's figures.
Statistics expect_linear(const char* model, const char* constant, std::int64_t size) {
  const Statistics small = run(model, constant, size / 2).statistics;
  const Explored explored = run(model, constant, size);
  const Statistics& large = explored.statistics;
  EXPECT_EQ(explored.ending, Ending::TraceLimit);
  EXPECT_EQ(large.blocked, 0u);
  expect_about_twice(small.longest_trace, large.longest_trace, "events of a trace");
  expect_about_twice(small.steps, large.steps, "steps");
  expect_about_twice(small.events, large.events, "events discovered");
  expect_about_twice(small.extensions, large.extensions, "extensions tried");
  // Where the next alternative lies is a matter of luck; a hundredth of the steps is no cost.
  if (large.alt_calls > large.steps / 100) expect_about_twice(small.alt_calls, large.alt_calls, "calls of Alt");
  expect_about_twice(small.comb_nodes, large.comb_nodes, "comb candidates");
  expect_about_twice(small.peak_structure_bytes, large.peak_structure_bytes, "bytes of U");
  EXPECT_LE(large.steps, (kTraces + 1) * large.longest_trace) << "the first trace is executed twice";
  EXPECT_LE(large.peak_structure_bytes, 400 * large.peak_events);
  return large;
}

TEST(Scale, AThousandThreadsOnAHundredMutexes) {
  const Statistics figures = expect_linear(kManyThreads, "T", 1000);
  EXPECT_EQ(figures.threads, 1000u);
  EXPECT_EQ(figures.longest_trace, 2000u);
}

TEST(Scale, AThousandReadersOfOneVariable) {
  const Statistics figures = expect_linear(kManyReaders, "T", 1000);
  EXPECT_EQ(figures.threads, 1001u);
}

TEST(Scale, ATraceOfAHundredThousandEvents) {
  const Statistics figures = expect_linear(kLongLoop, "N", 12'500);
  EXPECT_EQ(figures.longest_trace, 100'000u);
}

TEST(Scale, AHundredThreadsWithAHundredThousandEvents) {
  const Statistics figures = expect_linear(kWideLoop, "N", 250);
  EXPECT_EQ(figures.longest_trace, 100'000u);
  EXPECT_EQ(figures.threads, 100u);
}

TEST(Scale, AChainOfCreatesIsFollowedWithoutRecursion) {
  const auto half = explore(kChain, {}, {{"N", 1000}});
  const auto whole = explore(kChain, {}, {{"N", 2000}});
  EXPECT_EQ(whole.ending, Ending::Complete);
  EXPECT_EQ(whole.statistics.traces, 2u) << "x is read before or after the write";
  EXPECT_EQ(whole.statistics.threads, 2003u);
  expect_about_twice(half.statistics.steps, whole.statistics.steps, "steps");
  expect_about_twice(half.statistics.peak_structure_bytes, whole.statistics.peak_structure_bytes, "bytes of U");
}

TEST(Scale, ALongTraceIsExploredToTheEndWhereNobodyRaces) {
  const Explored explored =
      explore("const N = 50000; var x; thread a { local i; while (i < N) { x = x + 1; i = i + 1; } }");
  EXPECT_EQ(explored.ending, Ending::Complete);
  EXPECT_EQ(explored.statistics.traces, 1u);
  EXPECT_EQ(explored.statistics.longest_trace, 100'000u);
  EXPECT_EQ(explored.statistics.events, 100'000u);
}

}  // namespace
}  // namespace qpor::engine
