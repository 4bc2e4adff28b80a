// D against a naive list: an entry is justified when the trail holds an event that depends on it, from the depth of
// the entry on.

#include "engine/qpor/disabled.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine/driver.h"
#include "tests/support/random_program.h"
#include "tests/support/random_source.h"

namespace qpor::engine {
namespace {

class NaiveDisabled {
 public:
  explicit NaiveDisabled(const Driver& driver) : driver_(driver) {}

  void add(EventId event) { entries_.push_back({event, driver_.configuration.size()}); }
  void remove_last() { entries_.pop_back(); }
  void forget_deeper() {
    while (!entries_.empty() && entries_.back().depth > driver_.configuration.size()) entries_.pop_back();
  }
  std::vector<EventId> unjustified() const {
    std::vector<EventId> result;
    for (const auto& entry : entries_) {
      bool is_justified = false;
      for (std::size_t i = entry.depth; i < driver_.configuration.size(); ++i) {
        is_justified = is_justified || depend(entry.event, driver_.configuration[i]);
      }
      if (!is_justified) result.push_back(entry.event);
    }
    return result;
  }
  std::size_t size() const { return entries_.size(); }
  bool is_last_unjustified() const {
    const auto open = unjustified();
    return !entries_.empty() && !open.empty() && open.back() == entries_.back().event;
  }

 private:
  struct Entry {
    EventId event;
    std::size_t depth;
  };
  bool depend(EventId d, EventId e) const {
    const Event& a = driver_.structure[d];
    const Event& b = driver_.structure[e];
    const bool accesses = b.mode == Mode::Exclusive || b.mode == Mode::Shared;
    return a.thread == b.thread ||
           (accesses && a.object == b.object && !(a.mode == Mode::Shared && b.mode == Mode::Shared));
  }
  const Driver& driver_;
  std::vector<Entry> entries_;
};

void expect_same(const Driver& driver, const NaiveDisabled& naive) {
  const std::vector<EventId> expected = naive.unjustified();
  const auto open = driver.disabled.unjustified();
  ASSERT_EQ(std::vector<EventId>(open.begin(), open.end()), expected);
  ASSERT_EQ(driver.disabled.size(), naive.size());
  ASSERT_TRUE(driver.disabled.well_formed());
  for (const ThreadId thread : driver.pending_threads()) {
    const auto is_of_thread = [&](EventId d) { return driver.structure[d].thread == thread; };
    ASSERT_EQ(driver.execution.sleep_set().any_of(thread), std::any_of(expected.begin(), expected.end(), is_of_thread));
    for (const Outcome outcome : driver.outcomes(thread)) {
      const bool is_held = std::any_of(expected.begin(), expected.end(), [&](EventId d) {
        return is_of_thread(d) && driver.structure[d].outcome == outcome.value &&
               driver.structure[d].mode == outcome.mode;
      });
      ASSERT_EQ(driver.execution.sleep_set().holds(thread, outcome), is_held);
    }
  }
}

TEST(Disabled, AgreesWithANaiveListOnRandomWalks) {
  const std::uint64_t seed = seed_or(1);
  std::uint64_t most = 0;
  for (std::uint64_t round = 0; round < 300; ++round) {
    oracle::RandomSource random(seed * 10'000 + round);
    const auto& families = oracle::all_families();
    const oracle::Program program = oracle::random_program(families[round % families.size()], seed * 10'000 + round);
    SCOPED_TRACE(program.name);
    Driver driver(oracle::to_model_text(program));
    NaiveDisabled naive(driver);
    for (int i = 0; i < 120; ++i) {
      std::vector<EventId> open;  // enabled and not asleep, as the exploration would take them
      for (const ThreadId thread : driver.pending_threads()) {
        for (const Outcome outcome : driver.outcomes(thread)) {
          if (!driver.execution.sleep_set().holds(thread, outcome)) open.push_back(driver.next(thread, outcome.value));
        }
      }
      const int what = random.below(10);
      if (what < 5 && !open.empty()) {
        driver.push(random.pick(open));
      } else if (what < 9 && !driver.configuration.empty()) {
        const EventId event = driver.pop();
        naive.forget_deeper();
        const Mode mode = driver.structure[event].mode;
        if (mode == Mode::Exclusive || mode == Mode::Shared) {
          driver.disabled.add(event, driver.configuration.size());
          naive.add(event);
        }
      } else if (naive.is_last_unjustified()) {
        driver.disabled.remove_last();
        naive.remove_last();
      }
      expect_same(driver, naive);
      if (HasFatalFailure()) return;
      most = std::max<std::uint64_t>(most, naive.size());
    }
  }
  EXPECT_GE(most, 5u) << "the walks never filled D";
}

TEST(Disabled, AJustifiedEventComesBackInItsOldPlace) {
  Driver driver("mutex m[3]; thread a[3](i) { lock(m[i]); } thread b { lock(m[1]); }");
  for (const char* name : {"a[0]", "a[1]", "a[2]"}) driver.disabled.add(driver.next(name), 0);
  driver.step("b");
  EXPECT_EQ(driver.disabled.unjustified().size(), 2u);
  EXPECT_FALSE(driver.execution.sleep_set().any_of(driver.thread("a[1]")));
  driver.pop();
  ASSERT_EQ(driver.disabled.unjustified().size(), 3u);
  EXPECT_EQ(driver.short_name(driver.disabled.unjustified()[1]), "a[1].1");
  EXPECT_EQ(driver.disabled.depth(1), 0u);
}

TEST(Disabled, ReadsDoNotJustifyReads) {
  Driver driver("var x; thread r { x; } thread s { x; } thread w { x = 1; }");
  driver.disabled.add(driver.next("r"), 0);
  driver.step("s");
  EXPECT_EQ(driver.disabled.unjustified().size(), 1u);
  driver.step("w");
  EXPECT_EQ(driver.disabled.unjustified().size(), 0u);
}

}  // namespace
}  // namespace qpor::engine
