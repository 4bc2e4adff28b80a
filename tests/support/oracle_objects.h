// What operations do to shared objects, and the independence of what they did: the oracle's own transcription of the
// table of modes. An operation in a state has some outcomes (none: it blocks), each with a mode:
//   L  local to its thread;   T  token, depends only on the events that cause it;
//   X  exclusive and R shared on an object: dependent with the others on that object unless both are R.

#pragma once

#include <cstdint>
#include <vector>

#include "tests/support/oracle_interpreter.h"

namespace qpor::oracle {

inline constexpr int kMaxThreads = 15;  ///< so that a wait queue of threads fits one word
inline constexpr Value kLost = -1;      ///< outcome of a signal that wakes nobody

enum class Mode : std::uint8_t { L, T, R, X };

/// Mutex: a = owner + 1. Variable, semaphore: a. Rwlock: a = writer + 1, b = number of read locks.
/// Condition: a = waiting threads (a set of bits, or a queue of 4-bit thread numbers plus one), b = woken threads.
/// Barrier: a = arrivals, 4 bits for each round, or (ordered) just their number.
struct ObjectState {
  Value a = 0;
  Value b = 0;
  bool operator==(const ObjectState&) const = default;
};

/// Value: 1 or 0 for try operations and cas, woken thread or kLost for signal, set of woken threads for broadcast,
/// 1 woken or 0 timed out for a timed wake, 2 * round + 1 if it fills the round for an ordered arrival, the choice.
struct Outcome {
  Value value = 0;
  Mode mode = Mode::X;
};

/// The operation of this thread that touches this object; not Start, Exit, Create, Join.
void outcomes(const Interpreter::Object& object, const Op& op, int thread, const ObjectState& state,
              std::vector<Outcome>& result);

/// Changes the state and returns what the thread is told.
Value apply(const Interpreter::Object& object, const Op& op, int thread, const Outcome& outcome, ObjectState& state);

/// What an event does; with the set of events before it, its whole identity.
struct Label {
  Op op;
  Value outcome = 0;
  std::int16_t thread = 0;
  std::int16_t other = kNone;  ///< thread created or joined
  Mode mode = Mode::L;
  bool operator==(const Label&) const = default;
};

bool dependent(const Label& left, const Label& right);

}  // namespace qpor::oracle
