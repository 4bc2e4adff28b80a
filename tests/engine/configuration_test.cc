// Configurations on random walks: pop undoes push, the hash does not depend on the order, conflict is what it means.

#include "engine/unfolding/configuration.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine/driver.h"
#include "tests/support/random_program.h"
#include "tests/support/random_source.h"

namespace qpor::engine {
namespace {

/// How much of the program has been shown: this only grows.
struct Extent {
  std::size_t threads;
  std::size_t objects;
};
Extent extent_of(const Driver& driver) { return {driver.vocabulary.threads.size(), driver.vocabulary.objects.size()}; }

/// All that can be seen of C, of these threads and objects.
std::string snapshot(const Driver& driver, Extent extent) {
  const Configuration& c = driver.configuration;
  std::string text = std::to_string(c.hash()) + " " + std::to_string(c.size());
  for (std::size_t i = 0; i < extent.threads; ++i) {
    const auto thread = static_cast<ThreadId>(i);
    text += " t" + std::to_string(index(c.last_of_thread(thread))) + ":";
    for (const Outcome outcome : driver.outcomes(thread)) {
      text += std::to_string(outcome.value) + "/" + std::to_string(static_cast<int>(outcome.mode)) + ",";
    }
  }
  for (std::size_t i = 0; i < extent.objects; ++i) {
    const auto object = static_cast<ObjectId>(i);
    const CutView cut = c.cut(object);
    text += " o" + std::to_string(driver.execution.state(object)) + "@" + std::to_string(index(cut.exclusive));
    for (const EventId read : cut.reads) text += "," + std::to_string(index(read));
  }
  return text;
}

std::vector<EventId> enabled(Driver& driver) {
  std::vector<EventId> events;
  for (const ThreadId thread : driver.pending_threads()) {
    for (const Outcome outcome : driver.outcomes(thread)) events.push_back(driver.next(thread, outcome.value));
  }
  return events;
}

class RandomWalks : public testing::TestWithParam<oracle::Family> {};

TEST_P(RandomWalks, PopUndoesPushExactly) {
  const std::uint64_t seed = seed_or(1);
  for (std::uint64_t round = 0; round < 10; ++round) {
    const oracle::Program program = oracle::random_program(GetParam(), seed * 1000 + round);
    SCOPED_TRACE(program.name);
    oracle::RandomSource random(seed * 1000 + round);
    Driver driver(oracle::to_model_text(program));
    std::vector<std::pair<Extent, std::string>> before;
    for (int i = 0; i < 80; ++i) {
      const std::vector<EventId> open = enabled(driver);
      if (!open.empty() && random.chance(60)) {
        before.emplace_back(extent_of(driver), snapshot(driver, extent_of(driver)));
        driver.push(random.pick(open));
        ASSERT_TRUE(driver.configuration.contains(driver.configuration[driver.configuration.size() - 1]));
      } else if (!driver.configuration.empty()) {
        const EventId event = driver.pop();
        ASSERT_FALSE(driver.configuration.contains(event));
        ASSERT_EQ(snapshot(driver, before.back().first), before.back().second);
        before.pop_back();
      }
    }
    ASSERT_TRUE(driver.configuration.well_formed());
  }
}

TEST_P(RandomWalks, ConflictWithCIsConflictWithOneOfItsEvents) {
  const std::uint64_t seed = seed_or(1);
  for (std::uint64_t round = 0; round < 6; ++round) {
    const oracle::Program program = oracle::random_program(GetParam(), seed * 1000 + 500 + round);
    SCOPED_TRACE(program.name);
    oracle::RandomSource random(seed * 1000 + round);
    Driver driver(oracle::to_model_text(program));
    for (int i = 0; i < 60; ++i) {
      const std::vector<EventId> open = enabled(driver);
      if (open.empty()) driver.extend();
      if (!open.empty() && random.chance(75)) {
        driver.push(random.pick(open));
      } else if (!driver.configuration.empty()) {
        driver.pop();
      }
      if (i % 6 != 0) continue;
      for (const EventId event : driver.live_events()) {
        bool in_conflict = false;
        for (std::size_t n = 0; n < driver.configuration.size(); ++n) {
          in_conflict = in_conflict || driver.structure.in_conflict(event, driver.configuration[n]);
        }
        ASSERT_EQ(driver.configuration.in_conflict_with(event), in_conflict) << driver.text(event);
      }
    }
  }
}

TEST_P(RandomWalks, EquivalentOrdersGiveTheSameEventsAndHash) {
  const std::uint64_t seed = seed_or(1);
  for (std::uint64_t round = 0; round < 10; ++round) {
    const oracle::Program program = oracle::random_program(GetParam(), seed * 1000 + round);
    SCOPED_TRACE(program.name);
    oracle::RandomSource random(seed * 1000 + round);
    Driver driver(oracle::to_model_text(program));
    std::vector<EventId> events;
    for (std::vector<EventId> open = enabled(driver); !open.empty(); open = enabled(driver)) {
      driver.push(random.pick(open));
      events.push_back(driver.configuration[driver.configuration.size() - 1]);
    }
    const std::uint64_t hash = driver.configuration.hash();
    driver.pop_all();
    EXPECT_EQ(driver.configuration.hash(), 0u);
    // Another linear extension: at each moment any event of the set that is enabled as that very event.
    std::vector<EventId> left = events;
    while (!left.empty()) {
      std::vector<EventId> possible;
      for (const EventId event : enabled(driver)) {
        if (std::find(left.begin(), left.end(), event) != left.end()) possible.push_back(event);
      }
      ASSERT_FALSE(possible.empty()) << "an event came out as another one";
      const EventId event = random.pick(possible);
      driver.push(event);
      left.erase(std::find(left.begin(), left.end(), event));
    }
    EXPECT_EQ(driver.configuration.hash(), hash);
  }
}

INSTANTIATE_TEST_SUITE_P(Families, RandomWalks, testing::ValuesIn(oracle::all_families()),
                         [](const auto& info) { return oracle::name_of(info.param); });

TEST(Configuration, KeepsTheCutOfEachObject) {
  Driver driver("var x; thread r { x; x; } thread s { x; } thread w { x = 4; }");
  const ObjectId x{0};
  driver.run({"r", "s", "r"});
  ASSERT_EQ(driver.configuration.cut(x).reads.size(), 2u);
  EXPECT_EQ(driver.short_name(driver.configuration.cut(x).reads[0]), "r.2") << "the last read of each thread";
  const EventId write = driver.step("w");
  EXPECT_EQ(driver.configuration.cut(x).exclusive, write);
  EXPECT_TRUE(driver.configuration.cut(x).reads.empty());
  EXPECT_EQ(driver.execution.state(x), 4);
  driver.pop();
  EXPECT_EQ(driver.configuration.cut(x).reads.size(), 2u);
  EXPECT_EQ(driver.execution.state(x), 0);
}

TEST(Configuration, AvoidsDisabledEventsOnTheWay) {
  Driver driver("mutex m, n; thread a { lock(m); lock(n); } thread b { lock(n); }");
  const EventId first = driver.step("a");
  const EventId second = driver.next("a");
  driver.pop();
  EXPECT_TRUE(driver.configuration.can_avoid_disabled_to(second));
  driver.disabled.add(first, 0);
  EXPECT_FALSE(driver.configuration.can_avoid_disabled_to(second));
  EXPECT_FALSE(driver.configuration.in_conflict_with(second));
}

TEST(Configuration, AJoinWaitsForTheExitAndALeaveForAllArrivals) {
  Driver driver(R"(
    barrier b(2);
    proc p() { arrive(b); }
    thread main { local h = create p(); arrive(b); join(h); }
  )");
  driver.run({"main", "main"});
  EXPECT_FALSE(driver.is_enabled("main")) << "leave";
  driver.run({"p@main.0", "p@main.0"});
  EXPECT_TRUE(driver.is_enabled("main"));
  driver.run({"main"});
  EXPECT_FALSE(driver.is_enabled("main")) << "join";
  driver.run({"p@main.0", "p@main.0"});
  EXPECT_TRUE(driver.is_enabled("main"));
}

}  // namespace
}  // namespace qpor::engine
