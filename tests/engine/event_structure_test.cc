// The event structure on small programs by hand, and against reachability through the causes on random ones. The
// exhaustive comparison with the definitions by sets is explore_fuzz_test.cc.

#include "engine/unfolding/event_structure.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/unfolding/immediate_conflict.h"
#include "tests/engine/driver.h"
#include "tests/support/random_program.h"
#include "tests/support/random_source.h"

namespace qpor::engine {
namespace {

constexpr const char* kTwoLocks = R"(
  mutex m;
  thread a { lock(m); unlock(m); }
  thread b { lock(m); unlock(m); }
)";

TEST(EventStructure, TheSameNameIsTheSameEvent) {
  Driver driver("mutex m, n; thread a { lock(m); } thread b { lock(n); }");
  const EventId a = driver.step("a");
  const EventId b = driver.step("b");
  driver.pop_all();
  EXPECT_EQ(driver.step("b"), b);
  EXPECT_EQ(driver.step("a"), a);
  EXPECT_EQ(driver.structure.size(), 2u);
  EXPECT_EQ(driver.structure.discovered(), 2u);
}

TEST(EventStructure, AnotherPastIsAnotherEvent) {
  Driver driver(kTwoLocks);
  const EventId first = driver.next("b");
  driver.run({"a", "a"});
  const EventId second = driver.next("b");
  EXPECT_NE(first, second);
  EXPECT_TRUE(driver.structure.in_conflict(first, second));
  EXPECT_FALSE(driver.structure.in_immediate_conflict(first, second))
      << "the second is in conflict because of a's lock";
  EXPECT_TRUE(driver.structure.in_immediate_conflict(first, driver.configuration[0]));
}

TEST(EventStructure, ReadsAreTheSameEventWhateverOtherReadsWereBefore) {
  Driver driver("var x; thread r { x; } thread s { x; } thread w { x = 1; }");
  const EventId r = driver.next("r");
  const EventId w_alone = driver.next("w");
  driver.step("s");
  EXPECT_EQ(driver.next("r"), r);
  EXPECT_NE(driver.next("w"), w_alone) << "a write knows the reads";
  EXPECT_FALSE(driver.structure.in_conflict(r, driver.configuration[0]));
}

TEST(EventStructure, HashesDoNotDependOnTheOrderOfDiscovery) {
  const std::string model = R"(
    mutex m; var x, y;
    proc p(n) { lock(m); }
    thread a { x = 1; create p(1); }
    thread b { y = 1; create p(2); }
  )";
  Driver one(model);
  one.run({"a", "a", "b", "b", "p@a.0", "p@a.0", "p@b.0", "p@a.0"});
  Driver other(model);
  other.run({"b", "b", "p@b.0", "a", "a", "p@a.0", "p@a.0", "p@a.0"});
  EXPECT_NE(one.thread("p@a.0"), other.thread("p@a.0")) << "threads are numbered as they are found";
  EXPECT_EQ(one.configuration.hash(), other.configuration.hash());
}

TEST(EventStructure, AnUnlockSharesBothMapsWithItsLock) {
  Driver driver("mutex m, n; thread a { lock(n); lock(m); unlock(m); }");
  driver.run({"a"});
  const EventId lock = driver.step("a");
  const EventId unlock = driver.step("a");
  EXPECT_EQ(driver.structure[unlock].objects, Event::kUnknown) << "nobody has asked yet";
  const ObjectId n = driver.structure[driver.configuration[0]].object;
  EXPECT_EQ(driver.structure.known_cut(unlock, n).exclusive, driver.configuration[0]);
  EXPECT_NE(driver.structure[unlock].objects, Event::kUnknown);
  EXPECT_EQ(driver.structure[lock].objects, driver.structure[unlock].objects);
  EXPECT_EQ(driver.structure[lock].threads, driver.structure[unlock].threads);
}

TEST(EventStructure, CausalityGoesThroughThreadsObjectsAndTokens) {
  Driver driver(R"(
    sem s;
    proc p() { post(s); }
    thread main { create p(); acquire(s); }
    thread other { post(s); }
  )");
  const EventId other = driver.step("other");
  const EventId create = driver.step("main");
  const EventId start = driver.step("p@main.0");
  const EventId post = driver.step("p@main.0");
  const EventId acquire = driver.step("main");
  const EventStructure& u = driver.structure;
  EXPECT_TRUE(u.is_below(create, start));
  EXPECT_TRUE(u.is_below(create, post));
  EXPECT_TRUE(u.is_below(start, acquire));
  EXPECT_TRUE(u.is_below(other, acquire));
  EXPECT_TRUE(u.is_below(post, post));
  EXPECT_FALSE(u.is_below(other, post)) << "posts commute";
  EXPECT_FALSE(u.is_below(acquire, create));
}

TEST(EventStructure, ConflictIsInherited) {
  Driver driver("mutex m; var x; thread a { lock(m); x = 1; } thread b { lock(m); x = 2; }");
  driver.run({"a"});
  const EventId a = driver.step("a");
  driver.pop_all();
  driver.run({"b"});
  const EventId b = driver.step("b");
  EXPECT_TRUE(driver.structure.in_conflict(a, b));
  EXPECT_TRUE(driver.structure.in_conflict(b, a));
  EXPECT_FALSE(driver.structure.in_conflict(a, a));
  EXPECT_FALSE(driver.structure.in_immediate_conflict(a, b)) << "their locks are in conflict already";
}

TEST(EventStructure, OutcomesOfOneOperationAreInImmediateConflict) {
  Driver driver("thread a { choose(2); }");
  const EventId zero = driver.next("a", 0);
  const EventId one = driver.next("a", 1);
  EXPECT_TRUE(driver.structure.in_immediate_conflict(zero, one));
  std::vector<EventId> found;
  for_each_adjacent_conflict(driver.structure, zero, [&](EventId f) { found.push_back(f); });
  EXPECT_EQ(found, std::vector<EventId>{one});
}

TEST(EventStructure, KnowsTheCutOfItsHistory) {
  Driver driver("var x; mutex m; thread r { x; lock(m); } thread w { x = 1; }");
  driver.run({"w", "r"});
  const EventId lock = driver.step("r");
  const CutView known = driver.structure.known_cut(lock, driver.structure[driver.configuration[0]].object);
  EXPECT_EQ(known.exclusive, driver.configuration[0]);
  ASSERT_EQ(known.reads.size(), 1u);
  EXPECT_EQ(known.reads[0], driver.configuration[1]);
}

TEST(EventStructure, SweepForgetsWhatIsNotMarkedAndCanFindItAgain) {
  Driver driver(kTwoLocks);
  const std::uint64_t hash = driver.structure[driver.next("b")].hash;
  driver.run({"a", "a", "b", "b"});
  ASSERT_EQ(driver.structure.size(), 5u);
  driver.structure.unmark_all();
  driver.structure.mark_local_configuration(driver.configuration[3]);
  EXPECT_EQ(driver.structure.sweep(), 1u);
  EXPECT_EQ(driver.structure.size(), 4u);
  EXPECT_TRUE(driver.structure.well_formed());
  driver.pop_all();
  const EventId again = driver.next("b");
  EXPECT_EQ(driver.structure[again].hash, hash);
  EXPECT_EQ(driver.structure.discovered(), 6u);
  bool is_found = false;
  const EventId first = driver.step("a");
  for_each_adjacent_conflict(driver.structure, first, [&](EventId f) { is_found = is_found || f == again; });
  EXPECT_TRUE(is_found) << "an event that was found again is linked again";
}

TEST(EventStructure, IdsAreUsedAgain) {
  Driver driver("var x; thread a { x = 1; x = 2; x = 3; } thread b { x = 4; }");
  for (int i = 0; i < 50; ++i) {
    driver.run({"a", "b", "a", "a"});
    driver.pop_all();
    driver.structure.unmark_all();
    EXPECT_EQ(driver.structure.sweep(), 4u);
    EXPECT_EQ(driver.structure.size(), 0u);
  }
  EXPECT_LE(driver.structure.id_bound(), 5u) << "four events and the bottom";
}

class RandomUnfoldings : public testing::TestWithParam<oracle::Family> {};

TEST_P(RandomUnfoldings, AreWellFormedAndCausalityIsReachability) {
  const std::uint64_t seed = seed_or(1);
  for (std::uint64_t round = 0; round < 4; ++round) {
    const oracle::Program program = oracle::random_program(GetParam(), seed * 1000 + round);
    SCOPED_TRACE(program.name);
    oracle::RandomSource random(seed * 1000 + round);
    Driver driver(oracle::to_model_text(program));
    for (int runs = 0; runs < 6; ++runs) {
      for (;;) {
        std::vector<EventId> open;
        for (const ThreadId thread : driver.pending_threads()) {
          for (const Outcome outcome : driver.outcomes(thread)) open.push_back(driver.next(thread, outcome.value));
        }
        if (open.empty()) break;
        driver.push(random.pick(open));
      }
      driver.extend();
      driver.pop_all();
    }
    ASSERT_TRUE(driver.structure.well_formed());
    const std::vector<EventId> events = driver.live_events();
    for (const EventId f : events) {
      std::set<EventId> below;
      std::vector<EventId> stack{f};
      while (!stack.empty()) {
        const EventId event = stack.back();
        stack.pop_back();
        if (below.insert(event).second) {
          driver.structure.for_each_cause(event, [&](EventId cause) { stack.push_back(cause); });
        }
      }
      for (const EventId e : events) {
        ASSERT_EQ(driver.structure.is_below(e, f), below.contains(e)) << driver.text(e) << " and " << driver.text(f);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Families, RandomUnfoldings, testing::ValuesIn(oracle::all_families()),
                         [](const auto& info) { return oracle::name_of(info.param); });

}  // namespace
}  // namespace qpor::engine
