// Labels: what a step of a sequence is to the algorithms of this folder. A label says who does what with which outcome,
// and it is all that dependence needs; so sleep sets, wakeup trees and reversals of races are made of labels, and no
// state of the program is asked for them.
//
// A label that sleeps, or that waits in a wakeup tree, stays what it is: whatever could change its outcome is dependent
// with it.

#pragma once

#include "engine/program/dependence.h"
#include "engine/program/ids.h"
#include "engine/program/semantics.h"

namespace qpor::engine {

struct Label {
  ThreadId thread = kNoThread;
  OperationId operation = kNoOperation;
  ObjectId object = kNoObject;
  Outcome outcome;

  bool operator==(const Label&) const = default;
};

/// Do steps of two threads depend on each other's order, as accesses of one object? That a token is caused by another
/// step is no matter where both can be next, nor where the token comes first.
constexpr bool are_rivals(const Label& a, const Label& b) {
  return a.object == b.object && is_access(a.outcome.mode) && is_access(b.outcome.mode) &&
         !commute(a.outcome.mode, b.outcome.mode);
}

/// The same of any two labels that are enabled in one state.
constexpr bool are_dependent(const Label& a, const Label& b) { return a.thread == b.thread || are_rivals(a, b); }

}  // namespace qpor::engine
