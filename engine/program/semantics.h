// What the operations mean: which outcomes an operation has on an object in a given state, whether the event is then
// exclusive or shared, what the object holds afterwards, and what the thread is told. One place for every frontend.
//
// The state of an object is one word:
//   mutex      0 free, otherwise 1 + owner
//   variable   its value
//   semaphore  its count
//   rwlock     0 free, n > 0 readers, -(1 + owner) a writer; w writers that have announced themselves (AwaitWrite) add
//              w * 2^32 to it, or subtract that while there is a writer
//   condition  a wait queue, as numbered by WaitQueues (0 is the empty one)
//   atomic     a value of 64 bits and a wait queue, as numbered by AtomicStates
//   once       0 to be done, 1 + who is at it, kOnceDone
//   barrier    arrivals so far
//   choice     0
//
// Two rules for a new shared (R) operation, on which all of the engine rests:
//  1. R operations on one object commute in every state, and their outcome depends on the last X only.
//  2. An operation that is X-enabled after a set of reads stays so after one more. Only WriteLock breaks this one, and
//     extensions.cc treats it apart.
// Operations on an atomic that is counted (count.h) are R by their outcome only; whether they are R or X is decided by
// the layer that they would join (stable_layer.h), so that the first rule holds of every layer there is. An operation
// that waits for a value (Operation::unless) breaks the second rule there, as WriteLock does.

#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <vector>

#include <boost/container/small_vector.hpp>

#include "engine/program/ids.h"
#include "engine/program/operation.h"

namespace qpor::engine {

enum class Mode : std::uint8_t {
  Bottom,     ///< the virtual first event of an object: nobody executed it
  Local,      ///< L
  Token,      ///< T
  Shared,     ///< R
  Exclusive,  ///< X
};

/// The outcome of an operation that has only one is kPlainOutcome.
inline constexpr std::int32_t kPlainOutcome = 0;
inline constexpr std::int32_t kLostSignal = -1;
inline constexpr State kOnceDone = -1;

struct Outcome {
  std::int32_t value = kPlainOutcome;
  Mode mode = Mode::Exclusive;

  bool operator==(const Outcome&) const = default;
};
using Outcomes = boost::container::small_vector<Outcome, 8>;

/// Wait queues as numbers: equal queues have equal numbers. They are few, so they are never freed.
class WaitQueues {
 public:
  WaitQueues();
  const std::vector<ThreadId>& operator[](State queue) const { return queues_[static_cast<std::size_t>(queue)]; }
  bool contains(State queue, ThreadId thread) const;
  State with(State queue, ThreadId thread, bool keep_order);
  State without(State queue, ThreadId thread);

 private:
  State intern(std::vector<ThreadId> queue);
  std::vector<std::vector<ThreadId>> queues_;
  std::map<std::vector<ThreadId>, State> numbers_;
};

/// Pairs of a value and a wait queue as numbers: equal pairs have equal numbers. A value that nobody waits for is twice
/// itself, if that fits; all others are kept in a table and have odd numbers. Nothing is ever freed: such states are
/// those with waiters, and few others.
class AtomicStates {
 public:
  State number(std::uint64_t value, State queue);
  std::uint64_t value(State state) const {
    return (state & 1) == 0 ? static_cast<std::uint64_t>(state >> 1) : kept(state).value;
  }
  State queue(State state) const { return (state & 1) == 0 ? 0 : kept(state).queue; }

 private:
  struct Pair {
    std::uint64_t value;
    State queue;
    auto operator<=>(const Pair&) const = default;
  };
  const Pair& kept(State state) const { return pairs_[static_cast<std::size_t>(state >> 1)]; }
  std::vector<Pair> pairs_;
  std::map<Pair, State> numbers_;
};

class Semantics {
 public:
  /// `is_chain`: every access is exclusive, so that each object has a plain chain of events. For comparison only.
  explicit Semantics(const Vocabulary& vocabulary, bool is_chain = false)
      : vocabulary_(vocabulary), is_chain_(is_chain) {}

  /// The state that an object begins in.
  State initial(ObjectId object);

  /// Every outcome of an Access (or of the access part of an Either) by `thread` in `state`; none when it blocks.
  void outcomes(const Operation& operation, ThreadId thread, State state, Outcomes& out) const;

  /// The state after an X or R event; for R this is also its contribution to a set of reads.
  State after(const Operation& operation, ThreadId thread, Outcome outcome, State before);

  /// The state of an atomic of that size with a sum added.
  State with_added(State state, unsigned bytes, std::int64_t sum);

  /// What the thread gets to know.
  Value result(const Operation& operation, Outcome outcome, State before) const;

  /// True when reads change the state of such an object (posts, read locks, enqueues), so that the state at a place
  /// in its history depends on the reads there.
  static bool reads_count(ObjectKind kind) {
    return reads_add_up(kind) || kind == ObjectKind::Condition || kind == ObjectKind::Atomic;
  }
  /// Of those, when each read adds a number to the state.
  static bool reads_add_up(ObjectKind kind) {
    return kind == ObjectKind::Semaphore || kind == ObjectKind::RwLock || kind == ObjectKind::Barrier;
  }

  /// Hash of an outcome that does not depend on the numbering of threads.
  std::uint64_t outcome_hash(const Operation& operation, std::int32_t outcome) const;

  const Vocabulary& vocabulary() const { return vocabulary_; }
  /// Of an atomic in that state.
  std::uint64_t value_in(State state) const { return atomics_.value(state); }
  /// Who waits at an object in that state. REQUIRES: it is a condition or an atomic.
  const std::vector<ThreadId>& waiting_at(ObjectId object, State state) const {
    return queues_[queue_in(object, state)];
  }

 private:
  bool is_atomic(ObjectId object) const { return vocabulary_.objects[object].kind == ObjectKind::Atomic; }
  State queue_in(ObjectId object, State state) const { return is_atomic(object) ? atomics_.queue(state) : state; }
  State with_queue(ObjectId object, State state, State queue);
  std::uint64_t value_after(const Operation& operation, std::uint64_t before) const;
  State without_waiter(ObjectId object, State state, ThreadId thread);
  void add_outcomes(const Operation& operation, ThreadId thread, State state, Outcomes& out) const;
  bool is_fifo(const Operation& operation) const {
    const Object& object = vocabulary_.objects[operation.object];
    return object.kind == ObjectKind::Condition && object.parameter != 0;
  }

  const Vocabulary& vocabulary_;
  bool is_chain_;
  WaitQueues queues_;
  AtomicStates atomics_;
};

}  // namespace qpor::engine
