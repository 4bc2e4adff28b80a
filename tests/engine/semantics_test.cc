// What operations mean, and the two rules on shared operations that the engine rests on.

#include "engine/program/semantics.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/program/atomic_function.h"

namespace qpor::engine {
namespace {

constexpr ThreadId kA{0};
constexpr ThreadId kB{1};
constexpr ThreadId kC{2};

class SemanticsTest : public testing::Test {
 protected:
  SemanticsTest() : semantics(vocabulary) {
    for (std::uint32_t i = 0; i < 3; ++i) vocabulary.threads.intern(kNoThread, i, "t" + std::to_string(i));
    for (const ObjectKind kind :
         {ObjectKind::Any, ObjectKind::Mutex, ObjectKind::Variable, ObjectKind::Atomic, ObjectKind::Semaphore,
          ObjectKind::RwLock, ObjectKind::Condition, ObjectKind::Once, ObjectKind::Barrier, ObjectKind::Choice}) {
      vocabulary.objects.add({kind, "o", 1, 0, kind == ObjectKind::Barrier ? 2 : 0});
    }
    fifo = vocabulary.objects.add({ObjectKind::Condition, "fifo", 2, 0, 1});
  }

  Operation make(OperationKind kind, Value argument = 0, Value argument2 = 0) const {
    // The objects were added in the order of their kinds.
    const auto object = static_cast<ObjectId>(static_cast<std::uint32_t>(object_kind_of(kind)) - 1);
    return {kind, object, argument, argument2, 0};
  }
  std::string outcomes(const Operation& operation, State state, ThreadId thread = kA) const {
    Outcomes out;
    semantics.outcomes(operation, thread, state, out);
    std::string text;
    for (const Outcome outcome : out) {
      text += (text.empty() ? "" : " ") + std::string(outcome.mode == Mode::Exclusive ? "X" : "R") +
              std::to_string(outcome.value);
    }
    return text;
  }
  State queue_of(const std::vector<ThreadId>& threads, bool keep_order) {
    State queue = 0;
    Operation operation = make(OperationKind::Enqueue);
    if (keep_order) operation.object = fifo;
    for (const ThreadId thread : threads) {
      queue = semantics.after(operation, thread, {0, keep_order ? Mode::Exclusive : Mode::Shared}, queue);
    }
    return queue;
  }

  Vocabulary vocabulary;
  Semantics semantics;
  ObjectId fifo = kNoObject;
};

TEST_F(SemanticsTest, AMutexHasOneOwner) {
  const Operation lock = make(OperationKind::Lock);
  EXPECT_EQ(outcomes(lock, 0), "X0");
  const State held = semantics.after(lock, kB, {}, 0);
  EXPECT_NE(held, 0);
  EXPECT_NE(held, semantics.after(lock, kC, {}, 0));
  EXPECT_EQ(outcomes(lock, held), "");
  EXPECT_EQ(outcomes(lock, held, kB), "") << "not recursive";
  EXPECT_EQ(semantics.after(make(OperationKind::Unlock), kB, {}, held), 0);
}

TEST_F(SemanticsTest, InitAndDestroyFreeAMutexWhoeverHoldsIt) {
  for (const OperationKind kind : {OperationKind::Init, OperationKind::Destroy}) {
    const Operation operation = make(kind);
    const State held = semantics.after(make(OperationKind::Lock), kB, {}, 0);
    for (const State before : {State{0}, held}) {
      EXPECT_EQ(outcomes(operation, before), "X0") << text_of(kind);
      EXPECT_EQ(semantics.after(operation, kA, {}, before), 0);
      EXPECT_EQ(semantics.result(operation, {}, before), 0);
    }
    EXPECT_EQ(semantics.after(make(kind, 3), kA, {}, held), 3) << "a semaphore";
    EXPECT_EQ(object_kind_of(kind), ObjectKind::Any);
  }
}

TEST_F(SemanticsTest, ATrylockIsExclusiveOnlyIfItSucceeds) {
  const Operation trylock = make(OperationKind::TryLock);
  EXPECT_EQ(outcomes(trylock, 0), "X1");
  EXPECT_EQ(outcomes(trylock, 2), "R0");
  EXPECT_EQ(semantics.result(trylock, {1, Mode::Exclusive}, 0), 1);
  EXPECT_EQ(semantics.result(trylock, {0, Mode::Shared}, 2), 0);
  EXPECT_EQ(semantics.after(trylock, kA, {0, Mode::Shared}, 2), 2);
}

TEST_F(SemanticsTest, VariablesAreReadAndWritten) {
  EXPECT_EQ(outcomes(make(OperationKind::Load), 5), "R0");
  EXPECT_EQ(semantics.result(make(OperationKind::Load), {0, Mode::Shared}, 5), 5);
  EXPECT_EQ(semantics.after(make(OperationKind::Store, 9), kA, {}, 5), 9);
  EXPECT_EQ(semantics.after(make(OperationKind::FetchAdd, 3), kA, {}, 5), 8);
  EXPECT_EQ(semantics.result(make(OperationKind::FetchAdd, 3), {}, 5), 5);
  EXPECT_EQ(semantics.after(make(OperationKind::Exchange, 3), kA, {}, 5), 3);
  EXPECT_EQ(semantics.result(make(OperationKind::Exchange, 3), {}, 5), 5);
}

TEST_F(SemanticsTest, AdditionWrapsAround) {
  const State largest = std::numeric_limits<State>::max();
  EXPECT_EQ(semantics.after(make(OperationKind::FetchAdd, 1), kA, {}, largest), std::numeric_limits<State>::min());
}

TEST_F(SemanticsTest, AFailingCompareExchangeIsARead) {
  const Operation cas = make(OperationKind::CompareExchange, 4, 7);
  EXPECT_EQ(outcomes(cas, 4), "X1");
  EXPECT_EQ(outcomes(cas, 5), "R0");
  EXPECT_EQ(semantics.after(cas, kA, {1, Mode::Exclusive}, 4), 7);
  EXPECT_EQ(semantics.after(cas, kA, {0, Mode::Shared}, 5), 5);
}

TEST_F(SemanticsTest, ASemaphoreLetsInAsManyAsWerePosted) {
  EXPECT_EQ(outcomes(make(OperationKind::Post), 0), "R0");
  EXPECT_EQ(outcomes(make(OperationKind::Acquire), 0), "");
  EXPECT_EQ(outcomes(make(OperationKind::Acquire), 2), "X0");
  EXPECT_EQ(outcomes(make(OperationKind::TryAcquire), 0), "X0");
  EXPECT_EQ(outcomes(make(OperationKind::TryAcquire), 1), "X1");
  EXPECT_EQ(outcomes(make(OperationKind::GetValue), 3), "X0");
  EXPECT_EQ(semantics.result(make(OperationKind::GetValue), {}, 3), 3);
  EXPECT_EQ(semantics.after(make(OperationKind::Post), kA, {0, Mode::Shared}, 2), 3);
  EXPECT_EQ(semantics.after(make(OperationKind::Acquire), kA, {}, 2), 1);
  EXPECT_EQ(semantics.after(make(OperationKind::TryAcquire), kA, {0, Mode::Exclusive}, 0), 0);
}

TEST_F(SemanticsTest, AnRwlockHasReadersOrAWriter) {
  const State written = semantics.after(make(OperationKind::WriteLock), kB, {}, 0);
  EXPECT_LT(written, 0);
  EXPECT_EQ(outcomes(make(OperationKind::ReadLock), 0), "R0");
  EXPECT_EQ(outcomes(make(OperationKind::ReadLock), 3), "R0");
  EXPECT_EQ(outcomes(make(OperationKind::ReadLock), written), "");
  EXPECT_EQ(outcomes(make(OperationKind::TryReadLock), 1), "R1");
  EXPECT_EQ(outcomes(make(OperationKind::TryReadLock), written), "R0");
  EXPECT_EQ(outcomes(make(OperationKind::WriteLock), 0), "X0");
  EXPECT_EQ(outcomes(make(OperationKind::WriteLock), 1), "");
  EXPECT_EQ(outcomes(make(OperationKind::WriteLock), written), "");
  EXPECT_EQ(outcomes(make(OperationKind::TryWriteLock), 0), "X1");
  EXPECT_EQ(outcomes(make(OperationKind::TryWriteLock), 2), "X0") << "one reader more or less decides";
  EXPECT_EQ(outcomes(make(OperationKind::TryWriteLock), written), "R0");
  EXPECT_EQ(semantics.after(make(OperationKind::WriteUnlock), kB, {}, written), 0);
}

TEST_F(SemanticsTest, AWriterThatWaitsKeepsReadersOut) {
  const auto after_wait = [&](OperationKind kind) {
    Operation operation = make(kind);
    operation.argument = 1;
    return operation;
  };
  const State reading = semantics.after(make(OperationKind::AwaitWrite), kB, {}, 2);
  EXPECT_EQ(outcomes(make(OperationKind::AwaitWrite), 2), "X0");
  EXPECT_EQ(outcomes(make(OperationKind::ReadLock), reading), "");
  EXPECT_EQ(outcomes(make(OperationKind::TryReadLock), reading), "R0");
  EXPECT_EQ(outcomes(after_wait(OperationKind::WriteLock), reading), "");
  EXPECT_EQ(outcomes(after_wait(OperationKind::TryWriteLock), reading), "X0");
  EXPECT_EQ(semantics.after(after_wait(OperationKind::TryWriteLock), kB, {0, Mode::Exclusive}, reading), 2)
      << "gives up";
  const State free = semantics.after(make(OperationKind::AwaitWrite), kB, {}, 0);
  EXPECT_EQ(outcomes(make(OperationKind::TryWriteLock), free), "X0") << "another writer waits";
  EXPECT_EQ(outcomes(after_wait(OperationKind::TryWriteLock), free), "X1");
  EXPECT_EQ(outcomes(after_wait(OperationKind::WriteLock), free), "X0");
  const State written = semantics.after(after_wait(OperationKind::WriteLock), kB, {}, free);
  EXPECT_EQ(written, semantics.after(make(OperationKind::WriteLock), kB, {}, 0));
  const State awaited = semantics.after(make(OperationKind::AwaitWrite), kA, {}, written);
  EXPECT_EQ(outcomes(after_wait(OperationKind::WriteLock), awaited), "");
  EXPECT_EQ(semantics.after(make(OperationKind::WriteUnlock), kB, {}, awaited), free);
  EXPECT_EQ(semantics.after(after_wait(OperationKind::TryWriteLock), kA, {0, Mode::Exclusive}, awaited), written);
}

TEST_F(SemanticsTest, ASignalWakesAnyWaiterOrTheFirst) {
  EXPECT_EQ(outcomes(make(OperationKind::Signal), 0), "X-1");
  EXPECT_EQ(outcomes(make(OperationKind::Signal), queue_of({kC, kA}, false)), "X0 X2");
  Operation ordered = make(OperationKind::Signal);
  ordered.object = fifo;
  const State queue = queue_of({kC, kA}, true);
  EXPECT_EQ(outcomes(ordered, queue), "X2");
  EXPECT_EQ(semantics.after(ordered, kB, {2, Mode::Exclusive}, queue), queue_of({kA}, true));
  EXPECT_EQ(semantics.after(make(OperationKind::Signal), kB, {kLostSignal, Mode::Exclusive}, 0), 0);
  EXPECT_EQ(semantics.after(make(OperationKind::Broadcast), kB, {}, queue_of({kA, kC}, false)), 0);
}

TEST_F(SemanticsTest, ATimedWaitTimesOutOnlyWhileQueued) {
  const State queue = queue_of({kA, kB}, false);
  EXPECT_EQ(outcomes(make(OperationKind::TimedWake), queue, kA), "X0");
  EXPECT_EQ(outcomes(make(OperationKind::TimedWake), queue, kC), "");
  EXPECT_EQ(semantics.after(make(OperationKind::TimedWake), kA, {0, Mode::Exclusive}, queue), queue_of({kB}, false));
  EXPECT_EQ(semantics.result(make(OperationKind::TimedWake), {0, Mode::Exclusive}, queue), 0);
  EXPECT_EQ(semantics.result(make(OperationKind::TimedWake), {0, Mode::Token}, 0), 1);
}

TEST_F(SemanticsTest, OrderedArrivalsTellTheirRound) {
  const Operation arrive = make(OperationKind::ArriveOrdered);
  EXPECT_EQ(outcomes(arrive, 0), "X0");
  for (State before = 0; before < 6; ++before) EXPECT_EQ(semantics.result(arrive, {}, before), before / 2);
  EXPECT_EQ(outcomes(make(OperationKind::Arrive), 1), "R0");
}

TEST_F(SemanticsTest, WhatIsToBeDoneOnceIsDoneOnce) {
  const Operation begin = make(OperationKind::OnceBegin);
  EXPECT_EQ(outcomes(begin, 0), "X1");
  const State busy = semantics.after(begin, kA, {1, Mode::Exclusive}, 0);
  EXPECT_EQ(outcomes(begin, busy, kA), "");
  EXPECT_EQ(outcomes(begin, busy, kB), "");
  EXPECT_EQ(semantics.after(make(OperationKind::OnceEnd, kOnceDone), kA, {}, busy), kOnceDone);
  EXPECT_EQ(semantics.after(make(OperationKind::OnceEnd, 0), kA, {}, busy), 0) << "it failed";
  EXPECT_EQ(outcomes(begin, kOnceDone), "R0");
  EXPECT_EQ(semantics.result(begin, {0, Mode::Shared}, kOnceDone), 0);
}

TEST_F(SemanticsTest, AnAwaitIsAReadThatWaitsForAValue) {
  EXPECT_EQ(outcomes(make(OperationKind::Await, 1), 0), "");
  EXPECT_EQ(outcomes(make(OperationKind::Await, 1), 1), "R0");
}

TEST_F(SemanticsTest, WaitingForAChangeFailsWhenThereWasOne) {
  Operation signal = make(OperationKind::Signal);
  signal.object = make(OperationKind::AtomicLoad).object;
  const State written = semantics.after(make(OperationKind::AtomicStore, 7), kA, {}, 0);
  EXPECT_EQ(semantics.result(make(OperationKind::AtomicLoad), {}, written), 7);
  EXPECT_EQ(outcomes(make(OperationKind::EnqueueIf, 0), written), "R0");
  EXPECT_EQ(outcomes(make(OperationKind::EnqueueIf, 7), written), "R1");
  const State waiting = semantics.after(make(OperationKind::EnqueueIf, 7), kB, {1, Mode::Shared}, written);
  EXPECT_EQ(semantics.result(make(OperationKind::AtomicLoad), {}, waiting), 7) << "a waiter is no write";
  EXPECT_EQ(outcomes(signal, written), "X-1");
  EXPECT_EQ(outcomes(signal, waiting), "X1");
  EXPECT_EQ(semantics.after(signal, kA, {1, Mode::Exclusive}, waiting), written);
  const State changed = semantics.after(make(OperationKind::AtomicWrite), kA, {}, waiting);
  EXPECT_EQ(semantics.value_in(changed), 8u);
  EXPECT_EQ(semantics.waiting_at(signal.object, changed), std::vector<ThreadId>{kB});
}

TEST_F(SemanticsTest, WhatLeavesAnAtomicAsItIsIsShared) {
  const State five = semantics.after(make(OperationKind::AtomicStore, 5), kA, {}, 0);
  EXPECT_EQ(outcomes(make(OperationKind::AtomicLoad), five), "R0");
  EXPECT_EQ(outcomes(make(OperationKind::AtomicStore, 5), five), "X0") << "a store reads nothing";
  EXPECT_EQ(outcomes(make(OperationKind::AtomicChange, 5, change_code(AtomicFunction::Exchange, 4)), five), "R0");
  EXPECT_EQ(outcomes(make(OperationKind::AtomicChange, 4, change_code(AtomicFunction::Exchange, 4)), five), "X0");
  EXPECT_EQ(outcomes(make(OperationKind::AtomicChange, 4, change_code(AtomicFunction::Or, 4)), five), "R0");
  EXPECT_EQ(outcomes(make(OperationKind::AtomicCompareExchange, 4, 6), five), "R0");
  EXPECT_EQ(outcomes(make(OperationKind::AtomicCompareExchange, 5, 6), five), "X1");
  EXPECT_EQ(outcomes(make(OperationKind::AtomicCompareExchange, 5, 5), five), "R1");
}

TEST_F(SemanticsTest, SpinningWaitsForAnotherValue) {
  const State five = semantics.after(make(OperationKind::AtomicStore, 5), kA, {}, 0);
  for (Operation operation :
       {make(OperationKind::AtomicLoad), make(OperationKind::AtomicChange, 1, change_code(AtomicFunction::Add, 1)),
        make(OperationKind::AtomicCompareExchange, 5, 6), make(OperationKind::AtomicWrite)}) {
    operation.has_unless = true;
    operation.unless = 5;
    EXPECT_EQ(outcomes(operation, five), "");
    operation.unless = 0;
    EXPECT_NE(outcomes(operation, five), "");
  }
}

TEST_F(SemanticsTest, EveryValueOf64BitsIsKept) {
  const Operation load = make(OperationKind::AtomicLoad);
  for (const Value value : {Value{0}, Value{-1}, Value{1} << 61, Value{1} << 62, -(Value{1} << 62),
                            std::numeric_limits<Value>::max(), std::numeric_limits<Value>::min()}) {
    const State state = semantics.after(make(OperationKind::AtomicStore, value), kA, {}, 0);
    EXPECT_EQ(semantics.result(load, {}, state), value);
    EXPECT_EQ(semantics.after(make(OperationKind::AtomicStore, value), kB, {}, state), state) << "equal states";
    const ObjectId object = vocabulary.objects.add({ObjectKind::Atomic, "a", 3, value, 0});
    EXPECT_EQ(semantics.initial(object), state);
  }
}

TEST(AtomicFunction, WrapsAtTheSizeAndKnowsSigns) {
  EXPECT_EQ(changed(AtomicFunction::Add, 1, 255, 1), 0u);
  EXPECT_EQ(changed(AtomicFunction::Add, 8, ~std::uint64_t{0}, 1), 0u);
  EXPECT_EQ(changed(AtomicFunction::Sub, 2, 0, 1), 0xffffu);
  EXPECT_EQ(changed(AtomicFunction::Nand, 4, 3, 1), 0xfffffffeu);
  EXPECT_EQ(changed(AtomicFunction::And, 4, 6, 3), 2u);
  EXPECT_EQ(changed(AtomicFunction::Or, 4, 6, 3), 7u);
  EXPECT_EQ(changed(AtomicFunction::Xor, 4, 6, 3), 5u);
  EXPECT_EQ(changed(AtomicFunction::Max, 1, 0xff, 1), 1u);
  EXPECT_EQ(changed(AtomicFunction::Min, 1, 0xff, 1), 0xffu);
  EXPECT_EQ(changed(AtomicFunction::UnsignedMax, 1, 0xff, 1), 0xffu);
  EXPECT_EQ(changed(AtomicFunction::UnsignedMin, 1, 0xff, 1), 1u);
  EXPECT_EQ(changed(AtomicFunction::AddUnlessZero, 4, 0, 1), 0u);
  EXPECT_EQ(changed(AtomicFunction::AddUnlessZero, 4, 2, 1), 3u);
  EXPECT_EQ(changed(AtomicFunction::Max, 8, ~std::uint64_t{0}, 0), 0u);
}

TEST_F(SemanticsTest, AChainKnowsNoSharedAccess) {
  const Semantics chain(vocabulary, true);
  Outcomes out;
  for (const OperationKind kind : {OperationKind::Post, OperationKind::ReadLock, OperationKind::Load,
                                   OperationKind::Enqueue, OperationKind::Arrive}) {
    chain.outcomes(make(kind), kA, 0, out);
    ASSERT_EQ(out.size(), 1u);
    EXPECT_EQ(out.front().mode, Mode::Exclusive) << text_of(kind);
  }
}

TEST_F(SemanticsTest, AChoiceHasAllItsOutcomes) {
  EXPECT_EQ(outcomes(make(OperationKind::Choose, 3), 0), "X0 X1 X2");
  EXPECT_EQ(semantics.result(make(OperationKind::Choose, 3), {2, Mode::Exclusive}, 0), 2);
}

TEST_F(SemanticsTest, QueuesWithTheSameWaitersAreTheSameNumber) {
  EXPECT_EQ(queue_of({kA, kB, kC}, false), queue_of({kC, kB, kA}, false));
  EXPECT_NE(queue_of({kA, kB}, true), queue_of({kB, kA}, true));
  WaitQueues queues;
  const State queue = queues.with(queues.with(0, kB, true), kA, true);
  EXPECT_TRUE(queues.contains(queue, kA));
  EXPECT_FALSE(queues.contains(queue, kC));
  EXPECT_EQ(queues.without(queues.without(queue, kA), kB), 0);
}

struct Shared {
  Operation operation;
  ThreadId thread;
  Outcome outcome;
};

/// Every operation that can be shared, in every state given, by three threads.
class SharedRules : public SemanticsTest {
 protected:
  std::vector<State> states(ObjectKind kind) {
    switch (kind) {
      case ObjectKind::Mutex: return {0, 1, 2, 3};
      case ObjectKind::Condition: return {0};
      case ObjectKind::RwLock: return {-3, -2, -1, 0, 1, 2, 3};
      case ObjectKind::Semaphore: return {0, 1, 2};
      default: return {0, 1, 5};
    }
  }
  std::vector<Operation> accesses(ObjectKind kind) const {
    std::vector<Operation> result;
    for (int i = 0; i <= static_cast<int>(OperationKind::Choose); ++i) {
      const auto operation = static_cast<OperationKind>(i);
      if (object_kind_of(operation) != kind || role_of(operation) != Role::Access) continue;
      result.push_back(make(operation, 1, 2));
    }
    return result;
  }
  std::vector<Shared> shared(ObjectKind kind, State state) const {
    std::vector<Shared> result;
    for (const Operation& operation : accesses(kind)) {
      for (const ThreadId thread : {kA, kB, kC}) {
        Outcomes out;
        semantics.outcomes(operation, thread, state, out);
        for (const Outcome outcome : out) {
          if (outcome.mode == Mode::Shared) result.push_back({operation, thread, outcome});
        }
      }
    }
    return result;
  }
};

constexpr ObjectKind kKinds[] = {ObjectKind::Mutex,  ObjectKind::Variable,  ObjectKind::Semaphore,
                                 ObjectKind::RwLock, ObjectKind::Condition, ObjectKind::Barrier};

TEST_F(SharedRules, SharedOperationsOfTwoThreadsCommuteInEveryState) {
  int pairs = 0;
  for (const ObjectKind kind : kKinds) {
    for (const State state : states(kind)) {
      for (const Shared& first : shared(kind, state)) {
        for (const Shared& second : shared(kind, state)) {
          if (first.thread == second.thread) continue;
          const State one = semantics.after(first.operation, first.thread, first.outcome, state);
          const State other = semantics.after(second.operation, second.thread, second.outcome, state);
          EXPECT_EQ(semantics.after(second.operation, second.thread, second.outcome, one),
                    semantics.after(first.operation, first.thread, first.outcome, other))
              << text_of(first.operation.kind) << " and " << text_of(second.operation.kind) << " in " << state;
          Outcomes then;
          // A read unlock is only done by a thread that holds the lock, so the others hold it too: state 1 is not
          // shared.
          if (first.operation.kind == OperationKind::ReadUnlock && state <= 1) continue;
          semantics.outcomes(second.operation, second.thread, one, then);
          ASSERT_EQ(then.size(), 1u);
          EXPECT_EQ(then[0], second.outcome)
              << "the outcome of a read must not depend on another read: " << text_of(first.operation.kind) << " then "
              << text_of(second.operation.kind) << " in " << state;
          ++pairs;
        }
      }
    }
  }
  EXPECT_GE(pairs, 50);
}

TEST_F(SharedRules, OnlyAWrlockIsDisabledByOneMoreRead) {
  for (const ObjectKind kind : kKinds) {
    for (const State state : states(kind)) {
      for (const Shared& read : shared(kind, state)) {
        if (read.operation.kind == OperationKind::ReadUnlock && state <= 0) continue;  // nobody holds it
        const State after = semantics.after(read.operation, read.thread, read.outcome, state);
        for (const Operation& operation : accesses(kind)) {
          if (outcomes(operation, state, kA).find('X') == std::string::npos) continue;
          const bool stays = outcomes(operation, after, kA).find('X') != std::string::npos;
          if (operation.kind != OperationKind::WriteLock) {
            EXPECT_TRUE(stays) << text_of(operation.kind) << " after " << text_of(read.operation.kind);
          } else if (after > 0) {
            EXPECT_FALSE(stays);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace qpor::engine
