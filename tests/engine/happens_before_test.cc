// Happens-before by clocks, one rule at a time. The random programs of
// tests/frontend/native_happens_before_fuzz_test.cc compare it with the definitions of the standard.

#include "engine/execution/happens_before.h"

#include <gtest/gtest.h>

#include "engine/program/atomic_function.h"

namespace qpor::engine {
namespace {

constexpr auto kMain = static_cast<ThreadId>(0);
constexpr auto kOther = static_cast<ThreadId>(1);
constexpr auto kThird = static_cast<ThreadId>(2);
constexpr auto kObject = static_cast<ObjectId>(0);

constexpr MemoryOrders orders(MemoryOrder success, MemoryOrder failure = MemoryOrder::Relaxed) {
  return {success, failure};
}
constexpr MemoryOrders kRelaxed = orders(MemoryOrder::Relaxed);
constexpr MemoryOrders kAcquire = orders(MemoryOrder::Acquire);
constexpr MemoryOrders kRelease = orders(MemoryOrder::Release);

class Clocks : public testing::Test {
 protected:
  void step(ThreadId thread, OperationKind kind, Mode mode, Value result = 0, MemoryOrders given = {},
            Value argument = 0) {
    Operation operation;
    operation.kind = kind;
    operation.object = kObject;
    operation.argument = argument;
    operation.orders = given;
    if (kind == OperationKind::AtomicChange) operation.argument2 = change_code(AtomicFunction::Add, 4);
    clocks_.push(thread, operation, mode, result, 0, causes_);
  }
  void store(ThreadId thread, MemoryOrders given) {
    step(thread, OperationKind::AtomicStore, Mode::Exclusive, 0, given);
  }
  void load(ThreadId thread, MemoryOrders given) { step(thread, OperationKind::AtomicLoad, Mode::Shared, 0, given); }
  void change(ThreadId thread, MemoryOrders given) {
    step(thread, OperationKind::AtomicChange, Mode::Exclusive, 0, given);
  }
  void fence(ThreadId thread, MemoryOrders given) { step(thread, OperationKind::Fence, Mode::Local, 0, given); }

  /// How many events of main the last step comes after.
  std::uint32_t main_events() const { return clocks_.events_before(clocks_.steps() - 1, kMain); }

  /// Of the next step.
  struct OneCause final : HappensBefore::Causes {
    bool has(std::size_t step) const override { return step == cause; }
    std::size_t cause = ~std::size_t{0};
  };

  HappensBefore clocks_;
  OneCause causes_;
};

TEST_F(Clocks, AThreadComesAfterItsOwnEvents) {
  step(kMain, OperationKind::Lock, Mode::Exclusive);
  step(kMain, OperationKind::Unlock, Mode::Exclusive);
  EXPECT_EQ(main_events(), 2u);
  EXPECT_EQ(clocks_.events_before(0, kMain), 1u);
  EXPECT_EQ(clocks_.events_before(1, kOther), 0u);
}

TEST_F(Clocks, AnUnlockComesBeforeALockThatIsTaken) {
  step(kMain, OperationKind::Lock, Mode::Exclusive);
  step(kMain, OperationKind::Unlock, Mode::Exclusive);
  step(kOther, OperationKind::TryLock, Mode::Exclusive, 1);
  EXPECT_EQ(main_events(), 2u);
}

TEST_F(Clocks, ATrylockThatFailsComesAfterNothing) {
  step(kMain, OperationKind::Lock, Mode::Exclusive);
  step(kOther, OperationKind::TryLock, Mode::Shared, 0);
  EXPECT_EQ(main_events(), 0u);
}

TEST_F(Clocks, ReadersDoNotOrderEachOtherButTheWriterAfterAll) {
  for (const Mode mode : {Mode::Shared, Mode::Exclusive}) {  // in both encodings
    clocks_.pop_to(0);
    step(kMain, OperationKind::ReadLock, mode);
    step(kThird, OperationKind::ReadLock, mode);
    step(kMain, OperationKind::ReadUnlock, mode);
    step(kThird, OperationKind::ReadUnlock, mode);
    EXPECT_EQ(main_events(), 0u);
    step(kOther, OperationKind::WriteLock, Mode::Exclusive);
    EXPECT_EQ(main_events(), 2u);
    EXPECT_EQ(clocks_.events_before(4, kThird), 2u);
  }
}

TEST_F(Clocks, PostsComeBeforeWhatTakesOne) {
  for (const Mode mode : {Mode::Shared, Mode::Exclusive}) {  // in both encodings
    clocks_.pop_to(0);
    step(kMain, OperationKind::Post, mode);
    step(kThird, OperationKind::Post, mode);
    EXPECT_EQ(main_events(), 0u);
    step(kOther, OperationKind::TryAcquire, Mode::Exclusive, 0);
    EXPECT_EQ(main_events(), 0u) << "it has failed";
    step(kOther, OperationKind::Acquire, Mode::Exclusive);
    EXPECT_EQ(main_events(), 1u);
    EXPECT_EQ(clocks_.events_before(3, kThird), 1u);
  }
}

TEST_F(Clocks, ASignalOrdersNothing) {
  step(kMain, OperationKind::Signal, Mode::Exclusive);
  step(kOther, OperationKind::Wake, Mode::Token);
  EXPECT_EQ(main_events(), 0u);
}

TEST_F(Clocks, CreationAndJoinOrder) {
  step(kMain, OperationKind::Create, Mode::Local, 0, {}, 1);
  step(kMain, OperationKind::Signal, Mode::Exclusive);
  step(kOther, OperationKind::Start, Mode::Token);
  EXPECT_EQ(main_events(), 1u);
  step(kOther, OperationKind::Exit, Mode::Local);
  step(kMain, OperationKind::Join, Mode::Token, 0, {}, 1);
  EXPECT_EQ(clocks_.events_before(4, kOther), 2u);
}

TEST_F(Clocks, OnlyReleaseAndAcquireTogetherOrder) {
  struct Case {
    MemoryOrders store, load;
    std::uint32_t events;
  };
  for (const Case& each : {Case{kRelease, kAcquire, 1}, Case{kRelaxed, kAcquire, 0}, Case{kRelease, kRelaxed, 0},
                           Case{{}, {}, 1}, Case{kRelease, orders(MemoryOrder::Consume), 1}}) {
    clocks_.pop_to(0);
    store(kMain, each.store);
    load(kOther, each.load);
    EXPECT_EQ(main_events(), each.events);
  }
}

TEST_F(Clocks, AReadModifyWriteContinuesAReleaseSequenceAndAStoreEndsIt) {
  store(kMain, kRelease);
  change(kThird, kRelaxed);
  load(kOther, kAcquire);
  EXPECT_EQ(main_events(), 1u);
  EXPECT_EQ(clocks_.events_before(2, kThird), 0u);
  clocks_.pop_to(2);
  store(kThird, kRelaxed);
  load(kOther, kAcquire);
  EXPECT_EQ(main_events(), 0u);
  clocks_.pop_to(1);
  change(kThird, kRelease);  // adds its own to it
  load(kOther, kAcquire);
  EXPECT_EQ(main_events(), 1u);
  EXPECT_EQ(clocks_.events_before(2, kThird), 1u);
}

TEST_F(Clocks, TheSameThreadEndsItsReleaseSequenceByARelaxedStore) {
  store(kMain, kRelease);
  store(kMain, kRelaxed);
  load(kOther, kAcquire);
  EXPECT_EQ(main_events(), 0u);
}

TEST_F(Clocks, ReadModifyWritesThatLeaveTheValueRelease) {
  step(kMain, OperationKind::AtomicChange, Mode::Shared, 0, kRelease);  // adds 0
  step(kThird, OperationKind::AtomicChange, Mode::Shared, 0, kAcquire);
  EXPECT_EQ(main_events(), 0u) << "which of the two comes first is an accident";
  change(kOther, kAcquire);
  EXPECT_EQ(main_events(), 1u);
}

TEST_F(Clocks, ASharedOperationLearnsFromASharedOneThatIsItsCause) {
  step(kMain, OperationKind::AtomicChange, Mode::Shared, 0, kRelease);  // adds 0
  causes_.cause = 0;
  load(kOther, kAcquire);
  EXPECT_EQ(main_events(), 1u);
}

TEST_F(Clocks, FencesMakeRelaxedAccessesReleaseAndAcquire) {
  fence(kMain, kRelease);
  step(kMain, OperationKind::Signal, Mode::Exclusive);
  store(kMain, kRelaxed);
  load(kOther, kRelaxed);
  EXPECT_EQ(main_events(), 0u);
  fence(kOther, kAcquire);
  EXPECT_EQ(main_events(), 1u) << "what is before the fence, and no more";
}

TEST_F(Clocks, AFenceBeforeTheLoadAcquiresNothing) {
  store(kMain, kRelease);
  fence(kOther, kAcquire);
  load(kOther, kRelaxed);
  EXPECT_EQ(main_events(), 0u);
}

TEST_F(Clocks, AFenceAfterTheStoreReleasesNothing) {
  store(kMain, kRelaxed);
  fence(kMain, kRelease);
  load(kOther, kAcquire);
  EXPECT_EQ(main_events(), 0u);
}

TEST_F(Clocks, ACompareExchangeThatFailsHasItsOwnOrder) {
  store(kMain, kRelease);
  step(kOther, OperationKind::AtomicCompareExchange, Mode::Shared, 0, orders(MemoryOrder::AcquireRelease));
  EXPECT_EQ(main_events(), 0u);
  step(kOther, OperationKind::AtomicCompareExchange, Mode::Shared, 0,
       orders(MemoryOrder::Relaxed, MemoryOrder::Acquire));
  EXPECT_EQ(main_events(), 1u);
}

TEST_F(Clocks, ArrivalsComeBeforeTheLeavesOfTheirRound) {
  step(kMain, OperationKind::Arrive, Mode::Shared, 0, {}, 0);
  step(kThird, OperationKind::Arrive, Mode::Shared, 0, {}, 1);
  step(kOther, OperationKind::Leave, Mode::Token, 0, {}, 1);
  EXPECT_EQ(main_events(), 0u);
  step(kOther, OperationKind::Leave, Mode::Token, 0, {}, 0);
  EXPECT_EQ(main_events(), 1u);
  clocks_.pop_to(1);
  step(kThird, OperationKind::Arrive, Mode::Shared, 0, {}, 0);
  step(kOther, OperationKind::Leave, Mode::Token, 0, {}, 0);
  EXPECT_EQ(main_events(), 1u);
  EXPECT_EQ(clocks_.events_before(2, kThird), 1u);
}

TEST_F(Clocks, GoingBackForgets) {
  store(kMain, kRelaxed);
  store(kMain, kRelease);
  load(kOther, kAcquire);
  EXPECT_EQ(main_events(), 2u);
  clocks_.pop_to(1);
  load(kOther, kAcquire);
  EXPECT_EQ(main_events(), 0u);
  clocks_.pop_to(1);
  store(kMain, kRelease);
  load(kOther, kAcquire);
  EXPECT_EQ(main_events(), 2u);
  // Another event takes the place of the release that was taken back.
  clocks_.pop_to(1);
  step(kMain, OperationKind::Signal, Mode::Exclusive);
  load(kOther, kAcquire);
  EXPECT_EQ(main_events(), 0u);
}

}  // namespace
}  // namespace qpor::engine
