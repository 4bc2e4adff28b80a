// Dependence: do two operations, with the outcomes that they had, commute? The one relation on which every algorithm
// rests, whether it thinks in events or in sequences. A function of the two operations alone:
//  - two operations of one thread are dependent;
//  - two accesses of one object are dependent unless both are shared (R);
//  - a token (T) is dependent on the operations that cause it: a start on its create, a join on the exit, a wake on the
//    signal or broadcast, the leaves of a barrier on its arrivals;
//  - all others commute.
//
// Where layers of counts are in use (unfolding/stable_layer.h) the mode of an access already says what the layer
// allows, but three operations may then be inconsistent of which no two are dependent. Algorithms that know only pairs
// explore without layers: each counting operation that changes the value is then exclusive.

#pragma once

#include "engine/program/ids.h"
#include "engine/program/operation.h"
#include "engine/program/semantics.h"

namespace qpor::engine {

/// An operation that took place, or that is about to with this outcome.
struct Performed {
  ThreadId thread;
  const Operation* operation;
  Outcome outcome;
};

constexpr bool is_access(Mode mode) { return mode == Mode::Exclusive || mode == Mode::Shared; }

/// Do accesses in these modes commute on one object?
constexpr bool commute(Mode a, Mode b) { return a == Mode::Shared && b == Mode::Shared; }

bool are_dependent(const Performed& a, const Performed& b);

/// The same of two operations that are enabled in one state, as in a sleep set: a token has had its causes by then.
inline bool are_dependent_when_enabled(const Performed& a, const Performed& b) {
  if (a.thread == b.thread) return true;
  if (!is_access(a.outcome.mode) || !is_access(b.outcome.mode)) return false;
  return a.operation->object == b.operation->object && !commute(a.outcome.mode, b.outcome.mode);
}

}  // namespace qpor::engine
