// The one narrow view that the engine has of a program: threads that announce their next visible operation, wait to
// be told its result, and run to the next one. An executor knows nothing of scheduling, enabledness, objects' states
// or events; those are the engine's (semantics.h), so that every frontend has the same meaning. The interface is a
// sequence of steps with a way back, which serves algorithms that think in sequences as well as ours.
//
// Two implementations: the model interpreter (frontend/model), and native code (frontend).
//
// Contract
//  1. Deterministic: what a thread announces is a function of its own past operations and their results.
//  2. `pending(t)` is kNoOperation exactly when t does not exist yet, has ended, or has failed.
//  3. A thread that exists because of a Create announces Start first and, unless it fails, Exit last.
//     Initial threads may announce neither.
//  4. After `step`, `failure(t)` tells whether t failed while it ran to its next operation.
//  5. A call that runs the program (start, step, rewind, run_twin, leave_twins, compare_with_twins) throws nothing that
//     ends the exploration in an orderly way: it sets `interruption()`. The execution is then void. Its threads may
//     still be looked at, for reports; what may be called is `start`, which clears the interruption, and after
//     Nondeterministic also compare_with_twins, which may know where.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/program/failure_kind.h"
#include "engine/program/ids.h"
#include "engine/program/knowledge.h"
#include "engine/program/location.h"
#include "engine/program/message.h"
#include "engine/program/operation.h"

namespace qpor::engine {

/// What one of two threads did that together make a defect.
struct Access {
  ThreadId thread = kNoThread;
  Message text;  ///< "reads 4 bytes of counter"
  Location location;
  std::vector<Location> callers;  ///< the innermost first
  std::size_t steps = 0;          ///< it took place after so many steps of the execution, before the thread's next
};

/// Why a thread was parked: a defect of the program under test, or something that is not explored.
struct Failure {
  FailureKind kind{};
  Message message;  ///< one sentence
  Location location;
  std::vector<Access> accesses{};  ///< of a data race: the one that showed it, and the one before
};

/// How much of a step of a trace a twin run takes (twin_order.h).
enum class TwinPart : std::uint8_t {
  Whole,
  Operation,  ///< of a Create: the new thread is there, but the creator does not go on yet
  Rest,       ///< the creator goes on to its next operation
};

struct TwinStep {
  std::uint32_t position;  ///< in the execution whose twin it is
  TwinPart part;
  bool operator==(const TwinStep&) const = default;
};

/// Where two executions of one trace part: something that is no operation orders the threads, or the program does not
/// do the same again.
struct Divergence {
  ThreadId thread = kNoThread;  ///< whose state, output or next operation differs; kNoThread when of no thread
  Location location;            ///< line 0 when unknown
  Message text;                 ///< "4 bytes of `last` are 1 in one run and 2 in the other"
};

/// What a twin run has shown.
enum class TwinEnd : std::uint8_t {
  Alike,          ///< to what is known; the end of the comparison is compare_with_twins
  Different,      ///< the rest need not be run
  AnotherNeeded,  ///< it can be compared with a twin in another order only, not with the execution itself
};

/// What a restart has learnt: the first, when there is more.
enum class RestartReason : std::uint8_t {
  OrderedBarriers,  ///< more threads come to a barrier than it has places
  SharedRanges,     ///< bytes are one object
  SharedLibrary,    ///< threads share a state of the library
  ObservedCounts,   ///< the program can tell orders of counting apart
  ClaimedSlots,     ///< two threads would have the same memory
};

/// Why an executor has given up an execution, and with it the exploration.
struct Interruption {
  enum class Kind : std::uint8_t {
    None,
    Stopped,           ///< the user or a limit on time or memory ended a thread that ran on and on
    Restart,           ///< explored not finely enough: to be explored again with `knowledge`
    Nondeterministic,  ///< `thread` did something else under the same schedule
    Limit,             ///< `message` says which limit of the executor was reached
  };

  Kind kind = Kind::None;
  RestartReason reason{};       ///< of a Restart
  ThreadId thread = kNoThread;  ///< of Nondeterministic
  Message message{};            ///< of a Limit: one sentence without a full stop
  Knowledge knowledge{};        ///< of a Restart: what was known, and what was learnt

  explicit operator bool() const { return kind != Kind::None; }
};

/// What the engine knows of the order of events, for executors that look for accesses without any order.
class Past {
 public:
  virtual ~Past() = default;
  /// How many events of that thread have happened before the event of the execution's step with that index or are that
  /// event. REQUIRES: the step has been taken, or is being taken.
  virtual std::uint32_t events_below(std::size_t step, ThreadId thread) const = 0;
  /// The same by happens-before of the languages (happens_before.h), which orders less.
  /// REQUIRES: Executor::asks_happens_before()
  virtual std::uint32_t events_before(std::size_t step, ThreadId thread) const = 0;
};

class Executor {
 public:
  virtual ~Executor() = default;

  /// Begins an execution anew: the initial threads stand before their first operation.
  /// The vocabulary outlives the executor's use of it; the executor adds what the program shows.
  virtual void start(Vocabulary& vocabulary) = 0;

  /// What is known of the program from the next `start` on, which comes next. Nothing, unless it is called.
  virtual void set_knowledge(const Knowledge&) {}

  /// REQUIRES: pending(thread) != kNoOperation. That operation takes place with this result.
  virtual void step(ThreadId thread, Value result) = 0;

  /// Returns to the state after the first `steps` steps of the current execution. How (undo log, checkpoint, running
  /// again) is the executor's business. REQUIRES: steps <= number of steps taken.
  virtual void rewind(std::size_t steps) = 0;

  /// The failure of a parked thread, or null.
  virtual const Failure* failure(ThreadId thread) const = 0;

  /// The program as a whole has ended (main returned, exit was called): threads that are still blocked are then no
  /// deadlock. A function of the steps taken, like everything else here.
  virtual bool has_ended() const { return false; }

  /// Some thread was parked because what it would do adds nothing to what other executions show. The execution is then
  /// neither a trace nor a deadlock. A function of the steps taken as well.
  virtual bool was_cut() const { return false; }

  /// Somebody who can be asked while steps are taken, until the next call; null when there is nobody.
  virtual void set_past(const Past*) {}
  /// Is Past::events_before going to be asked? Constant.
  virtual bool asks_happens_before() const { return false; }

  // --- twin runs: the steps of the current execution once more, in another order

  virtual bool has_twins() const { return false; }
  /// Runs the program from the beginning in that order, with the results that the steps had, and compares with the
  /// twin before, if there was one since the last comparison. REQUIRES: has_twins(), all steps have been taken without
  /// a failure, `order` has each and its causes before it. Until leave_twins only this may be called.
  virtual TwinEnd run_twin(std::span<const TwinStep> order) {
    static_cast<void>(order);
    return TwinEnd::Alike;
  }
  /// Back to the execution itself: to its beginning, or through all its steps.
  virtual void leave_twins(bool to_the_end) { static_cast<void>(to_the_end); }
  /// Where the twins part from each other or from the current execution. REQUIRES: that has the same events.
  virtual std::optional<Divergence> compare_with_twins() { return std::nullopt; }

  /// Where an operation stands in the source.
  virtual Location location(std::uint32_t site) const = 0;

  OperationId pending(ThreadId thread) const {
    return index(thread) < pending_.size() ? pending_[index(thread)] : kNoOperation;
  }
  /// Threads that may have a pending operation are those below this bound.
  std::size_t thread_bound() const { return pending_.size(); }
  /// Of the last call that ran the program (contract 5).
  const Interruption& interruption() const { return interruption_; }

 protected:
  std::vector<OperationId> pending_;
  Interruption interruption_;
};

}  // namespace qpor::engine
