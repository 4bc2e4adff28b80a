// Programs whose numbers of traces and deadlocks are known exactly, by a formula or from the papers. Each under
// optimal, which must not be blocked once, and under k = 1, 2, 3, which must visit the same set of traces: the hashes
// agree. The reasons for the numbers stand in the examples' files; for the programs below, beside them.

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine/driver.h"

namespace qpor::engine {
namespace {

const std::vector<std::size_t> kAll = {1, 2, 3};
const std::vector<std::size_t> kNotOne = {2, 3};  // k = 1 meets exponentially many blocked runs
const std::vector<std::size_t> kTwo = {2};        // one finite k is enough for a program with so many traces
const std::vector<std::size_t> kNone = {};        // the largest ones: optimal only, for time

struct Known {
  std::string name;
  std::string model;
  Definitions definitions;
  std::uint64_t traces;
  std::uint64_t deadlocks;
  std::vector<std::size_t> ks;
};

void PrintTo(const Known& known, std::ostream* out) { *out << known.name; }

std::string label(const std::string& name, const Definitions& definitions) {
  std::string text = name;
  for (const auto& [constant, value] : definitions) text += "_" + constant + std::to_string(value);
  return text;
}

Known of_example(const std::string& name, const Definitions& definitions, std::uint64_t traces,
                 std::uint64_t deadlocks = 0, std::vector<std::size_t> ks = kAll) {
  return {label(name, definitions), example(name), definitions, traces, deadlocks, std::move(ks)};
}

std::uint64_t factorial(std::int64_t n) { return n <= 1 ? 1 : static_cast<std::uint64_t>(n) * factorial(n - 1); }

// Two posts, three threads that want one each. Which two get through, in which order (6 ways), and whether the second
// post comes before the first acquire or after, and which of the two posts is the first then: 3. One stays blocked.
constexpr const char* kStarvedSemaphore = R"(
  sem s;
  thread poster[2] { post(s); }
  thread waiter[3] { acquire(s); }
)";

// Nobody, one (either) or both wait when the signal comes; the mutex orders all critical sections: 3! = 6 orders if
// nobody is woken in between. The woken one of two is either; one or two waiters stay behind in each trace.
constexpr const char* kSignal = R"(
  mutex m; cond c;
  thread waiter[2] { lock(m); wait(c, m); unlock(m); }
  thread signaller { lock(m); signal(c); unlock(m); }
)";

constexpr const char* kFifoSignal = R"(
  mutex m; fifo cond c;
  thread waiter[2] { lock(m); wait(c, m); unlock(m); }
  thread signaller { lock(m); signal(c); unlock(m); }
)";

// As with the signal, but of two waiters both wake, and take the mutex in either order: 4 traces without a deadlock.
constexpr const char* kBroadcast = R"(
  mutex m; cond c;
  thread waiter[2] { lock(m); wait(c, m); unlock(m); }
  thread signaller { lock(m); broadcast(c); unlock(m); }
)";

// The posters' threads are created and joined: creation adds no race.
constexpr const char* kCreated = R"(
  const N = 4;
  var x, handle[N];
  proc add(n) { fetch_add(x, n); }
  thread main {
    local i;
    while (i < N) { handle[i] = create add(i); i = i + 1; }
    i = 0;
    while (i < N) { join(handle[i]); i = i + 1; }
    assert(x == N * (N - 1) / 2);
  }
)";

// More threads than places: who leaves with whom depends on the order of the arrivals, so all orders count.
constexpr const char* kOrderedBarrier = R"(
  barrier b(2);
  thread t[4] { arrive(b); }
)";

// A waiter that may time out: it does before the signal (lost), or after the signal came too early (lost), or is woken.
constexpr const char* kTimed = R"(
  cond c;
  thread waiter { timedawait(c); }
  thread signaller { signal(c); }
)";

std::vector<Known> all_known() {
  std::vector<Known> all = {
      of_example("lastzero", {{"N", 5}}, 64),
      of_example("lastzero", {{"N", 10}}, 3328),
      of_example("lastzero", {{"N", 15}}, 147456, 0, kNone),
      of_example("readers", {{"N", 8}}, 256),
      of_example("readers", {{"N", 11}}, 2048, 0, kTwo),
      of_example("readers", {{"N", 13}}, 8192, 0, kTwo),
      of_example("indexer", {{"T", 11}}, 1),
      of_example("indexer", {{"T", 12}}, 8),
      of_example("indexer", {{"T", 15}}, 4096, 0, kTwo),
      of_example("filesystem", {{"T", 14}}, 2),
      of_example("filesystem", {{"T", 16}}, 8),
      of_example("filesystem", {{"T", 18}}, 32),
      of_example("filesystem", {{"T", 19}}, 64),
      of_example("trylock", {}, 21),
      of_example("readers_writers", {{"R", 2}, {"W", 2}}, 18),
      of_example("readers_writers", {{"R", 4}, {"W", 1}}, 16),
      of_example("semaphore", {{"N", 3}}, 16),
      of_example("semaphore", {{"N", 4}}, 125),
      of_example("semaphore", {{"N", 5}}, 1296),
      of_example("missed_signal", {}, 2, 1),
      of_example("barrier", {{"N", 3}}, 6),
      of_example("barrier", {{"N", 5}}, 120),
      of_example("choice", {}, 7),
      of_example("bounded_buffer", {{"P", 1}, {"C", 1}, {"ITEMS", 3}, {"CAPACITY", 1}}, 32),
      of_example("bounded_buffer", {{"P", 2}, {"C", 2}, {"ITEMS", 1}, {"CAPACITY", 1}}, 64),
      of_example("pi", {{"T", 5}}, 120),
      of_example("disp", {{"S", 5}, {"R", 2}}, 137),
      of_example("mpat", {{"K", 4}}, 384),
      of_example("mpc", {{"P", 2}, {"W", 5}}, 60),
      {"starved_semaphore", kStarvedSemaphore, {}, 18, 18, kAll},
      {"signal", kSignal, {}, 10, 10, kAll},
      {"fifo_signal", kFifoSignal, {}, 8, 8, kAll},
      {"broadcast", kBroadcast, {}, 10, 6, kAll},
      {"created", kCreated, {}, 24, 0, kAll},
      {"ordered_barrier", kOrderedBarrier, {}, 24, 0, kAll},
      {"timed", kTimed, {}, 3, 0, kAll},
  };
  for (const std::int64_t n : {1, 2, 3, 6, 9}) {
    all.push_back(of_example("fig1", {{"N", n}}, static_cast<std::uint64_t>(2 * n)));
    all.push_back(of_example("ssbexp", {{"N", n}}, static_cast<std::uint64_t>(2 * n)));
  }
  for (const std::int64_t n : {16, 24}) {
    all.push_back(of_example("fig1", {{"N", n}}, static_cast<std::uint64_t>(2 * n), 0, kNotOne));
    all.push_back(of_example("ssbexp", {{"N", n}}, static_cast<std::uint64_t>(2 * n), 0, kNotOne));
  }
  for (const std::int64_t n : {1, 2, 5, 12}) {
    all.push_back(of_example("fig10", {{"N", n}}, static_cast<std::uint64_t>(4 * n + 1)));
  }
  for (const std::int64_t n : {1, 2, 3, 4, 5, 6}) {
    all.push_back(of_example("wakeup_stress", {{"N", n}}, 2 * factorial(n), 0, n < 6 ? kAll : kNone));
  }
  for (const std::int64_t n : {2, 3, 4, 5, 6, 7, 8, 9, 10}) {
    all.push_back(of_example("philosophers", {{"N", n}}, (std::uint64_t{1} << n) - 1, 1));
  }
  return all;
}

class KnownValues : public testing::TestWithParam<Known> {};

TEST_P(KnownValues, AreReachedByOptimalWithoutABlockedRunAndByEveryK) {
  const Known& known = GetParam();
  Options optimal = options_for(AltKind::Optimal);
  optimal.check = known.traces <= 10'000;
  const Explored best = explore(known.model, optimal, known.definitions);
  EXPECT_EQ(best.ending, Ending::Complete);
  EXPECT_EQ(best.statistics.traces, known.traces);
  EXPECT_EQ(best.statistics.deadlocks, known.deadlocks);
  EXPECT_EQ(best.statistics.blocked, 0u);
  EXPECT_EQ(best.statistics.executions, known.traces);
  for (const std::size_t k : known.ks) {
    SCOPED_TRACE("k = " + std::to_string(k));
    const Explored partial = explore(known.model, options_for(AltKind::Partial, k), known.definitions);
    EXPECT_EQ(partial.ending, Ending::Complete);
    EXPECT_EQ(partial.statistics.traces, known.traces);
    EXPECT_EQ(partial.statistics.deadlocks, known.deadlocks);
    EXPECT_EQ(partial.statistics.executions, known.traces + partial.statistics.blocked);
    EXPECT_EQ(partial.trace_set_hash, best.trace_set_hash);
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, KnownValues, testing::ValuesIn(all_known()),
                         [](const auto& info) { return info.param.name; });

TEST(KnownBlocking, TwoPartialAlternativesAreOptimalForTheProgramsOfTheFigure) {
  for (std::int64_t n = 2; n <= 24; ++n) {
    for (const char* name : {"fig1", "ssbexp"}) {
      const Explored explored = explore(example(name), options_for(AltKind::Partial, 2), {{"N", n}});
      EXPECT_EQ(explored.statistics.traces, static_cast<std::uint64_t>(2 * n)) << name << " " << n;
      EXPECT_EQ(explored.statistics.blocked, 0u) << name << " " << n;
    }
  }
}

TEST(KnownBlocking, OnePartialAlternativesAreBlockedExponentiallyOften) {
  std::uint64_t before = 1;
  for (const std::int64_t n : {4, 6, 8, 10}) {
    Options options = options_for(AltKind::Partial, 1);
    options.meet_first = options.newest_thread_first = false;  // or hardly any is
    const Explored explored = explore(example("fig1"), options, {{"N", n}});
    EXPECT_GE(explored.statistics.blocked, 3 * before) << n;
    before = explored.statistics.blocked;
  }
}

}  // namespace
}  // namespace qpor::engine
