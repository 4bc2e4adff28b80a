// Why threads are blocked for ever: who waits for what, who holds it, and the cycle of threads that wait for each
// other. Last station of the data's journey for a maximal configuration in which some thread still has an operation to
// do.
//
// The waits-for graph has an edge from a thread to each thread that holds the lock it wants, or that it wants to join.
// Waiting for a signal, a post or an arrival gives no edge: anybody could have sent it. A deadlock without a cycle is
// therefore a lost wake-up, a missing post or arrival, or a lock that a thread took with it to its end.
//
// Cost: one pass over C, and O(t * (t + edges)) for the shortest cycle in a component of t threads.

#pragma once

#include <vector>

#include "engine/execution/execution.h"
#include "engine/program/ids.h"
#include "engine/program/message.h"

namespace qpor::engine {

/// Where a thread stands that somebody waits for.
enum class ThreadFate : std::uint8_t {
  Running,  ///< it could go on; not at a maximal configuration
  Blocked,
  Ended,   ///< and will release nothing any more
  Failed,  ///< parked by a defect; it will neither release nor end
};

struct WaitedFor {
  ThreadId thread = kNoThread;
  StepIndex since = kNoStep;  ///< the event by which it took the lock; none for a join
  ThreadFate fate = ThreadFate::Blocked;
};

struct BlockedThread {
  ThreadId thread = kNoThread;
  OperationId operation = kNoOperation;  ///< what it cannot do
  ObjectId object = kNoObject;           ///< none for a join
  std::vector<WaitedFor> waits_for;      ///< holders of the lock, or the thread to be joined; sorted by thread
  bool waits_for_itself = false;
  bool is_behind_writer = false;  ///< waits_for are writers that wait for the lock as well, and have preference

  // A condition variable or an atomic
  StepIndex enqueued = kNoStep;      ///< when it began to wait
  StepIndex lost_signal = kNoStep;   ///< the last signal or broadcast before that, whomever it woke
  StepIndex other_signal = kNoStep;  ///< the last signal after that, which woke another thread
  StepIndex write = kNoStep;         ///< of an atomic: the last write after that; who spins: the last write

  // A barrier
  Value arrived = 0;
  Value expected = 0;
};

struct DeadlockExplanation {
  std::vector<BlockedThread> threads;         ///< sorted by thread
  std::vector<std::vector<ThreadId>> cycles;  ///< each waits for the next, the last for the first; a shortest one of
                                              ///< each strongly connected component, its least thread first
  bool empty() const { return threads.empty(); }
};

/// What is blocked at the end of the execution, and why.
DeadlockExplanation explain_deadlock(const Execution& execution);

/// One sentence per cycle, with a clause for each thread, then one per thread that is in none.
/// REQUIRES: the execution is the one that was explained.
Message describe(const Execution& execution, const DeadlockExplanation& explanation);

}  // namespace qpor::engine
