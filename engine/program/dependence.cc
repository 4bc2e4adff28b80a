#include "engine/program/dependence.h"

#include <utility>

namespace qpor::engine {
namespace {

/// May `cause` be one of the causes of the token? A broadcast may have woken any waiter.
bool may_cause(const Performed& cause, const Performed& token) {
  const Operation& first = *cause.operation;
  const Operation& second = *token.operation;
  switch (second.kind) {
    case OperationKind::Start:
      return first.kind == OperationKind::Create && static_cast<ThreadId>(first.argument) == token.thread;
    case OperationKind::Join:
      return first.kind == OperationKind::Exit && static_cast<ThreadId>(second.argument) == cause.thread;
    case OperationKind::Wake:
    case OperationKind::TimedWake:
      if (first.object != second.object) return false;
      return first.kind == OperationKind::Broadcast ||
             (first.kind == OperationKind::Signal && cause.outcome.value == static_cast<std::int32_t>(token.thread));
    case OperationKind::Leave:
      return first.kind == OperationKind::Arrive && first.object == second.object && first.argument == second.argument;
    case OperationKind::LeaveOrdered:
      return first.kind == OperationKind::ArriveOrdered && first.object == second.object;
    default: return false;
  }
}

}  // namespace

bool are_dependent(const Performed& a, const Performed& b) {
  return are_dependent_when_enabled(a, b) || (a.outcome.mode == Mode::Token && may_cause(b, a)) ||
         (b.outcome.mode == Mode::Token && may_cause(a, b));
}

}  // namespace qpor::engine
