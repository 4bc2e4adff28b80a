// The conflicting extensions of small configurations, exactly. How events are written is said in driver.h.

#include "engine/qpor/extensions.h"

#include <cstdint>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "tests/engine/driver.h"

namespace qpor::engine {
namespace {

using Texts = std::set<std::string>;

constexpr const char* kTwoLocks = R"(
  mutex m;
  thread a { lock(m); unlock(m); }
  thread b { lock(m); unlock(m); }
)";

TEST(Extensions, TheSecondLockCouldHaveBeenTheFirst) {
  Driver driver(kTwoLocks);
  driver.run({"a", "a", "b", "b"});
  EXPECT_EQ(driver.beside(), Texts{});
  driver.extend();
  EXPECT_EQ(driver.beside(), Texts{"b.1 lock m @-"});
}

TEST(Extensions, AnotherTimeNothingIsNew) {
  Driver driver(kTwoLocks);
  driver.run({"a", "a", "b", "b"});
  driver.extend();
  const std::size_t size = driver.structure.size();
  driver.extend();
  EXPECT_EQ(driver.structure.size(), size);
}

TEST(Extensions, AThreadAloneHasNone) {
  Driver driver("mutex m; var x; thread a { lock(m); x = 1; x; unlock(m); lock(m); x = 2; unlock(m); }");
  driver.run_to_the_end();
  driver.extend();
  EXPECT_EQ(driver.beside(), Texts{});
}

TEST(Extensions, ALockIsTriedAtTheNearestPlaceWhereTheMutexIsFree) {
  Driver driver(R"(
    mutex m;
    thread a { lock(m); unlock(m); lock(m); unlock(m); }
    thread b { lock(m); unlock(m); }
  )");
  driver.run({"a", "a", "a", "a", "b", "b"});
  driver.extend();
  EXPECT_EQ(driver.beside(), Texts{"b.1 lock m @a.2"});
}

TEST(Extensions, AreNotTriedBeforeWhatTheThreadHasSeen) {
  Driver driver(R"(
    mutex m;
    thread a { lock(m); unlock(m); lock(m); unlock(m); }
    thread b { lock(m); unlock(m); }
  )");
  driver.run({"a", "a", "b", "b", "a", "a"});
  driver.extend();
  EXPECT_EQ(driver.beside(), (Texts{"b.1 lock m @-", "a.3 lock m @a.2"}));
}

TEST(Extensions, PendingLocksOfADeadlockAreTriedEarlier) {
  Driver driver(R"(
    mutex m, n;
    thread a { lock(m); lock(n); }
    thread b { lock(n); lock(m); }
  )");
  driver.run({"a", "b"});
  ASSERT_FALSE(driver.is_enabled("a"));
  ASSERT_FALSE(driver.is_enabled("b"));
  driver.extend();
  EXPECT_EQ(driver.beside(), (Texts{"a.2 lock n @-", "b.2 lock m @-"}));
}

TEST(Extensions, APendingAcquireIsTriedBeforeTheOneThatTookThePost) {
  Driver driver(R"(
    sem s = 1;
    thread a { acquire(s); }
    thread b { acquire(s); }
  )");
  driver.run({"a"});
  ASSERT_FALSE(driver.is_enabled("b"));
  driver.extend();
  EXPECT_EQ(driver.beside(), Texts{"b.1 acquire s @-"});
}

TEST(Extensions, AReadAfterAWriteCouldHaveComeBefore) {
  Driver driver("var x; thread w { x = 1; } thread r { x; }");
  driver.run({"w", "r"});
  driver.extend();
  EXPECT_EQ(driver.beside(), Texts{"r.1 load x @-"});
}

TEST(Extensions, AWriteCouldHaveMissedEachOfItsReads) {
  Driver driver("var x; thread w { x = 1; } thread r { x; } thread s { x; }");
  driver.run({"r", "s", "w"});
  driver.extend();
  EXPECT_EQ(driver.beside(), (Texts{"w.1 store x @- {r.1}", "w.1 store x @- {s.1}"}));
}

TEST(Extensions, OnlyTheLastReadOfAThreadIsMissed) {
  // The store before r.1 comes from the configuration where it happens between the two.
  Driver driver("var x; thread w { x = 1; } thread r { x; x; }");
  driver.run({"r", "r", "w"});
  driver.extend();
  EXPECT_EQ(driver.beside(), Texts{"w.1 store x @- {r.1}"});
}

TEST(Extensions, AWriteDoesNotMissAReadThatItsOwnThreadMadeOrKnowsOf) {
  Driver driver(R"(
    var x; mutex m;
    thread r { x; lock(m); unlock(m); }
    thread w { lock(m); x; x = 1; }
  )");
  driver.run({"r", "r", "r", "w", "w", "w"});
  driver.extend();
  EXPECT_EQ(driver.beside(), Texts{"w.1 lock m @-"});
}

TEST(Extensions, WritesAreTriedAtTheReadsThatTheEarlierWriteSaw) {
  Driver driver("var x; thread v { x = 1; } thread w { x = 2; } thread r { x; }");
  driver.run({"r", "v", "w"});
  driver.extend();
  EXPECT_EQ(driver.beside(), (Texts{"w.1 store x @- {r.1}", "v.1 store x @-"}));
}

TEST(Extensions, ATrylockThatSucceededMightHaveFailed) {
  Driver driver("mutex m; thread a { lock(m); unlock(m); } thread b { trylock(m); }");
  driver.run({"a", "a", "b"});
  ASSERT_EQ(driver.structure[driver.configuration[2]].outcome, 1);
  driver.extend();
  EXPECT_EQ(driver.beside(), Texts{"b.1 trylock m @a.1"});
}

TEST(Extensions, ATrywrlockDependsOnEachReaderThatHoldsTheLock) {
  const std::string model = "rwlock l; thread r { rdlock(l); rdunlock(l); } thread w { trywrlock(l); }";
  Driver after(model);
  after.run({"r", "r", "w"});
  after.extend();
  // Without r.2 it fails because of a reader, which is exclusive ...
  EXPECT_EQ(after.beside(), Texts{"w.1 trywrlock l @- {r.1}"});
  Driver between(model);
  between.run({"r", "w", "r"});
  between.extend();
  // ... and without r.1 it succeeds. The unlock could have come before the attempt.
  EXPECT_EQ(between.beside(), (Texts{"r.2 rdunlock l @-", "w.1 trywrlock l=1 @-"}));
}

TEST(Extensions, AWrlockIsTriedAtEveryClosedSetOfReadsThatLetsItIn) {
  Driver driver(R"(
    rwlock l;
    thread r { rdlock(l); rdunlock(l); }
    thread s { rdlock(l); rdunlock(l); }
    thread w { wrlock(l); }
  )");
  driver.run({"r", "r", "s", "s", "w"});
  driver.extend();
  EXPECT_EQ(driver.beside(), (Texts{"w.1 wrlock l @-", "w.1 wrlock l @- {r.2}", "w.1 wrlock l @- {s.2}"}));
}

TEST(Extensions, APendingWrlockIsTriedAtEveryClosedSetToo) {
  Driver driver(R"(
    rwlock l;
    thread r { rdlock(l); rdunlock(l); }
    thread s { rdlock(l); }
    thread w { wrlock(l); }
  )");
  driver.run({"r", "r", "s"});
  ASSERT_FALSE(driver.is_enabled("w"));
  driver.extend();
  EXPECT_EQ(driver.beside(), (Texts{"w.1 wrlock l @-", "w.1 wrlock l @- {r.2}"}));
}

TEST(Extensions, ReadsOfAnrwlockThatFollowEachOtherAreTakenTogether) {
  // s reads only after r has posted between its two reads: {s} without r's first read is not closed.
  Driver driver(R"(
    rwlock l; sem go;
    thread r { rdlock(l); rdunlock(l); post(go); }
    thread s { acquire(go); rdlock(l); rdunlock(l); }
    thread w { wrlock(l); }
  )");
  driver.run({"r", "r", "r", "s", "s", "s", "w"});
  driver.extend();
  EXPECT_EQ(driver.beside(), (Texts{"w.1 wrlock l @-", "w.1 wrlock l @- {r.2}"}));
}

TEST(Extensions, AWokenTimedWaitMightHaveTimedOut) {
  Driver driver(R"(
    mutex m; cond c;
    thread a { lock(m); timedwait(c, m); unlock(m); }
    thread b { signal(c); }
  )");
  driver.run({"a", "a", "a", "b", "a", "a", "a"});
  driver.extend();
  EXPECT_EQ(driver.beside(), (Texts{"a.4 timedwake c @- {a.2}", "b.1 signal c=lost @-"}));
}

TEST(Extensions, ASignalAfterATimeoutCouldHaveWokenTheWaiter) {
  Driver driver(R"(
    mutex m; cond c;
    thread a { lock(m); timedwait(c, m); unlock(m); }
    thread b { signal(c); }
  )");
  driver.run({"a", "a", "a", "a", "a", "a", "b"});
  driver.extend();
  EXPECT_EQ(driver.beside(), Texts{"b.1 signal c=a @- {a.2}"});
}

TEST(Extensions, ASignalCouldHaveWokenEachWaiter) {
  Driver driver("cond c; thread a { await(c); } thread b { await(c); } thread s { signal(c); }");
  driver.run({"a", "b"});
  driver.step("s", static_cast<std::int32_t>(index(driver.thread("a"))));
  driver.run({"a"});
  driver.extend();
  EXPECT_EQ(driver.beside(),
            (Texts{"s.1 signal c=b @- {a.1 b.1}", "s.1 signal c=a @- {a.1}", "s.1 signal c=b @- {b.1}"}));
}

TEST(Extensions, AFifoSignalWakesTheFirstWaiterOnly) {
  Driver driver("fifo cond c; thread a { await(c); } thread b { await(c); } thread s { signal(c); }");
  driver.run({"a", "b", "s", "a"});
  driver.extend();
  EXPECT_EQ(driver.beside(), (Texts{"b.1 enqueue c @-", "s.1 signal c=a @a.1"}));
}

TEST(Extensions, AChoiceHasItsOtherOutcomes) {
  Driver driver("thread a { choose(3); }");
  driver.step("a", 1);
  driver.extend();
  Texts choices;
  for (const EventId event : driver.live_events()) {
    if (!driver.configuration.contains(event)) choices.insert(std::to_string(driver.structure[event].outcome));
  }
  EXPECT_EQ(choices, (Texts{"0", "2"}));
}

TEST(Extensions, CreatesJoinsAndExitsHaveNone) {
  Driver driver("proc p() { } thread main { local h = create p(); join(h); }");
  driver.run_to_the_end();
  ASSERT_EQ(driver.configuration.size(), 4u);
  driver.extend();
  EXPECT_EQ(driver.extensions.tried(), 0u);
}

}  // namespace
}  // namespace qpor::engine
