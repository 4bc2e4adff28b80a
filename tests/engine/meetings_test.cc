// Who goes first, by hand and by its effect on whole explorations; that the order changes no trace is the business of
// explore_fuzz_test, which explores every program with and without meetings.

#include "engine/execution/meetings.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/execution/meeting_order.h"
#include "tests/engine/driver.h"
#include "tests/engine/orders.h"

namespace qpor::engine {
namespace {

/// Threads 0 (main), 1, 2 created by main, 3 created by 1; mutexes 0, 1, 2.
class MeetingsTest : public testing::Test {
 protected:
  MeetingsTest() {
    const ThreadId main = vocabulary.threads.intern(kNoThread, 0, "main");
    const ThreadId first = vocabulary.threads.intern(main, 0, "first");
    vocabulary.threads.intern(main, 1, "second");
    vocabulary.threads.intern(first, 0, "third");
    for (const char* const name : {"a", "b", "c"}) {
      vocabulary.objects.add({.kind = ObjectKind::Mutex, .name = name, .name_hash = hash_of(name)});
    }
    meetings.grow();
  }

  static ThreadId thread(std::uint32_t i) { return static_cast<ThreadId>(i); }
  static Operation lock(std::uint32_t object, std::uint32_t site) {
    Operation operation;
    operation.kind = OperationKind::Lock;
    operation.object = static_cast<ObjectId>(object);
    operation.site = site;
    return operation;
  }
  static Operation unlock(std::uint32_t object) {
    Operation operation = lock(object, 99);
    operation.kind = OperationKind::Unlock;
    return operation;
  }
  static Operation join(std::uint32_t other) {
    Operation operation;
    operation.kind = OperationKind::Join;
    operation.argument = other;
    return operation;
  }
  Urgency urgency(std::uint32_t of, const Operation& operation) const {
    return meetings.judge(thread(of), operation).urgency;
  }

  Vocabulary vocabulary;
  Meetings meetings{vocabulary};
};

TEST_F(MeetingsTest, WhoGivesBackALockHasNobodyToWaitFor) {
  meetings.note_access(thread(2), lock(0, 1), 5);
  meetings.go_to(thread(2), join(1), 0);
  meetings.go_to(thread(1), unlock(0), 1);
  EXPECT_EQ(urgency(1, unlock(0)), Urgency::Free);
  EXPECT_EQ(urgency(0, join(1)), Urgency::Free);
}

TEST_F(MeetingsTest, NobodyKnownIsAlone) {
  meetings.go_to(thread(1), lock(0, 1), 0);
  EXPECT_EQ(urgency(1, lock(0, 1)), Urgency::Alone);
}

TEST_F(MeetingsTest, SomebodyHereIsMetAndWhoIsOnTheWayIsAwaited) {
  meetings.go_to(thread(1), lock(0, 1), 0);
  meetings.go_to(thread(2), lock(0, 2), 0);
  EXPECT_EQ(urgency(1, lock(0, 1)), Urgency::MetAll);
  meetings.note_access(thread(0), lock(0, 3), 7);
  meetings.go_to(thread(0), join(2), 3);
  EXPECT_EQ(urgency(1, lock(0, 1)), Urgency::MetFew);
  EXPECT_EQ(urgency(2, lock(0, 2)), Urgency::MetAll) << "main joins it first";
  meetings.go_to(thread(2), join(1), 9);
  EXPECT_EQ(urgency(1, lock(0, 1)), Urgency::TooEarly);
}

TEST_F(MeetingsTest, WhoIsPastItsLastAccessIsNotAwaited) {
  meetings.note_access(thread(2), lock(0, 1), 7);
  meetings.go_to(thread(1), lock(0, 1), 0);
  meetings.go_to(thread(2), lock(1, 2), 6);
  const Meetings::Judgement judgement = meetings.judge(thread(1), lock(0, 1));
  EXPECT_EQ(judgement.urgency, Urgency::TooEarly);
  EXPECT_EQ(judgement.awaited, thread(2));
  EXPECT_EQ(judgement.until, 7u);
  meetings.go_to(thread(2), lock(1, 2), 7);
  EXPECT_EQ(urgency(1, lock(0, 1)), Urgency::Alone) << "it goes elsewhere this time";
  meetings.go_to(thread(2), lock(1, 2), 6);
  meetings.leave(thread(2), false);
  EXPECT_EQ(urgency(1, lock(0, 1)), Urgency::Alone) << "it has ended";
}

TEST_F(MeetingsTest, ThreadsThatDoNotExistYetComeLaterUnlessOneselfCreatesThem) {
  meetings.note_access(thread(3), lock(0, 1), 2);
  meetings.go_to(thread(2), lock(0, 1), 0);
  EXPECT_EQ(urgency(2, lock(0, 1)), Urgency::AloneUntilLater);
  meetings.go_to(thread(0), lock(0, 1), 0);
  EXPECT_EQ(urgency(2, lock(0, 1)), Urgency::MetSome);
  EXPECT_EQ(urgency(0, lock(0, 1)), Urgency::MetAll) << "main is the third's grandparent";
}

TEST_F(MeetingsTest, ObjectsAccessedFromOnePlaceOfTheSourceAreKin) {
  meetings.note_access(thread(1), lock(0, 5), 0);
  meetings.note_access(thread(1), lock(1, 5), 1);
  meetings.note_access(thread(2), lock(1, 6), 4);
  meetings.go_to(thread(1), lock(0, 5), 0);
  meetings.go_to(thread(2), lock(2, 7), 2);
  EXPECT_EQ(urgency(1, lock(0, 5)), Urgency::PerhapsTooEarly) << "2 accesses b, and might have accessed a";
  meetings.go_to(thread(2), lock(1, 6), 4);
  EXPECT_EQ(urgency(1, lock(0, 5)), Urgency::Alone) << "it stands before the last that it was seen at";
}

TEST(MeetingOrder, KeepsTheEventsAndPutsCausesFirst) {
  for_random_traces([](const Qpor& explorer) {
    const std::vector<EventId> trail = trail_of(explorer);
    for (const bool newest_first : {false, true}) {
      std::vector<EventId> order;
      for (const StepIndex step : in_meeting_order(Trace(explorer.execution()), newest_first)) {
        order.push_back(trail[step]);
      }
      EXPECT_EQ(sorted(order), sorted(trail));
      expect_causes_first(explorer.structure(), order);
    }
  });
}

/// Writers that are early have rivals of which there are as many versions as the readers can be ordered.
constexpr const char* kMpat = R"(
  const K = 5;
  mutex a[K], common;
  thread w[K](i) { lock(a[i]); unlock(a[i]); }
  thread r[K](i) { lock(common); lock(a[i]); unlock(a[i]); unlock(common); }
)";

TEST(Meetings, KeepUSmall) {
  const Explored meeting = explore(kMpat);
  Options options;
  options.meet_first = options.newest_thread_first = false;
  const Explored by_number = explore(kMpat, options);
  EXPECT_EQ(meeting.statistics.traces, 3840u);
  EXPECT_EQ(meeting.trace_set_hash, by_number.trace_set_hash);
  EXPECT_EQ(meeting.statistics.comb_nodes, 3839u) << "the first candidate is right, always";
  EXPECT_LT(meeting.statistics.peak_events * 8, by_number.statistics.peak_events);
}

/// Each worker might be met by the visitor, until that has chosen; then all but one of them concern nobody. They go on
/// before it is decided who comes first to the lock of that one, and not once more in both cases.
TEST(Meetings, WhoIsNotVisitedAfterAllGoesOnBeforeOthersDecide) {
  constexpr const char* kModel = R"(
    const N = 8;
    mutex own, m[N];
    thread w[N](i) { lock(m[i]); unlock(m[i]); }
    thread v { local i = choose(N); lock(own); unlock(own); lock(m[i]); unlock(m[i]); }
  )";
  const Explored explored = explore(kModel);
  EXPECT_EQ(explored.statistics.traces, 16u);
  constexpr std::uint64_t kAll = 2 * 8 + 5;  // events of a trace
  constexpr std::uint64_t kDecision = 4;     // those of the two threads that meet
  EXPECT_LE(explored.statistics.steps, kAll + 8 * (kAll + kDecision)) << "the first trace is executed twice";
}

TEST(Meetings, AThreadThatPollsDoesNotKeepOthersFromGoingOn) {
  for (const bool newest_first : {false, true}) {
    for (const char* const model :
         {"mutex m; var stop; thread main { lock(m); stop = 1; unlock(m); }"
          " thread poll { local s; while (s == 0) { lock(m); s = stop; unlock(m); } }",
          "mutex m; var stop; thread poll { local s; while (s == 0) { lock(m); s = stop; unlock(m); } }"
          " thread main { lock(m); stop = 1; unlock(m); }"}) {
      Options options;
      options.newest_thread_first = newest_first;
      options.max_traces = 1;
      const Explored explored = explore(model, options);
      EXPECT_EQ(explored.statistics.traces, 1u);
      EXPECT_LT(explored.statistics.longest_trace, 20'000u);
    }
  }
}

}  // namespace
}  // namespace qpor::engine
