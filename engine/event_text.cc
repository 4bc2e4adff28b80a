#include "engine/event_text.h"

#include <cassert>
#include <string_view>
#include <vector>

#include "engine/semantics.h"

namespace qpor::engine {
namespace {

std::string with_object(const Vocabulary& vocabulary, const Operation& operation) {
  std::string text(text_of(operation.kind));
  if (operation.object == kNoObject || operation.kind == OperationKind::Choose) return text;
  return text + ' ' + vocabulary.objects[operation.object].name;
}

std::string argument_text(const Vocabulary& vocabulary, const Operation& operation) {
  switch (operation.kind) {
    case OperationKind::Create:
    case OperationKind::Join:
      return ' ' + thread_text(vocabulary, static_cast<ThreadId>(static_cast<std::uint32_t>(operation.argument)));
    case OperationKind::Store: return " := " + std::to_string(operation.argument);
    case OperationKind::FetchAdd:
    case OperationKind::Exchange: return ' ' + std::to_string(operation.argument);
    case OperationKind::CompareExchange:
      return ' ' + std::to_string(operation.argument) + " -> " + std::to_string(operation.argument2);
    default: return {};
  }
}

std::string text_of_operation(const Vocabulary& vocabulary, const Operation& operation) {
  return with_object(vocabulary, operation) + argument_text(vocabulary, operation);
}

/// What the object held when the event took place, as far as the event could tell.
State state_before(const EventStructure& structure, EventId event) {
  const Event& e = structure[event];
  return e.mode == Mode::Exclusive ? structure.cut_state(e.place)
                                   : structure[structure.exclusive_predecessor(event)].state;
}

std::string woken_text(const EventStructure& structure, EventId broadcast) {
  const std::vector<ThreadId>& queue =
      structure.semantics().waiting_at(structure[broadcast].object, state_before(structure, broadcast));
  if (queue.empty()) return " lost";
  std::string text = " -> ";
  for (std::size_t i = 0; i < queue.size(); ++i) {
    if (i > 0) text += ", ";
    text += thread_text(structure.vocabulary(), queue[i]);
  }
  return text;
}

}  // namespace

std::string event_text(const EventStructure& structure, EventId event) {
  const Event& e = structure[event];
  assert(e.mode != Mode::Bottom);
  const Vocabulary& vocabulary = structure.vocabulary();
  const Operation& operation = structure.operation(event);
  const std::string text = text_of_operation(vocabulary, operation);
  switch (operation.kind) {
    case OperationKind::Load:
    case OperationKind::GetValue: return text + " = " + std::to_string(state_before(structure, event));
    case OperationKind::FetchAdd:
    case OperationKind::Exchange:
      return with_object(vocabulary, operation) + ' ' + std::to_string(state_before(structure, event)) + " -> " +
             std::to_string(e.state);
    case OperationKind::CountArrivals: return text + " = " + std::to_string(state_before(structure, event));
    case OperationKind::OnceBegin: return e.outcome != 0 ? text : text + " has been done";
    case OperationKind::EnqueueIf: return e.outcome != 0 ? text : text + " fails: it was written";
    case OperationKind::TryLock:
    case OperationKind::CompareExchange:
    case OperationKind::TryAcquire:
    case OperationKind::TryReadLock:
    case OperationKind::TryWriteLock: return e.outcome != 0 ? text : text + " fails";
    case OperationKind::Signal:
      if (e.outcome == kLostSignal) return text + " lost";
      return text + " -> " + thread_text(vocabulary, static_cast<ThreadId>(e.outcome));
    case OperationKind::Broadcast: return text + woken_text(structure, event);
    case OperationKind::TimedWake:
      return (e.mode == Mode::Token ? "wake " : "timeout ") + vocabulary.objects[operation.object].name;
    case OperationKind::Choose:
      return text + ' ' + std::to_string(e.outcome) + " of " + std::to_string(operation.argument);
    default: return text;
  }
}

std::string operation_text(const Vocabulary& vocabulary, OperationId operation) {
  return text_of_operation(vocabulary, vocabulary.operations[operation]);
}

std::string place_text(const Location& location, bool with_file) {
  if (location.line == 0) return {};
  if (!with_file) return "line " + std::to_string(location.line);
  const std::size_t slash = location.file.rfind('/');
  return location.file.substr(slash == std::string::npos ? 0 : slash + 1) + ':' + std::to_string(location.line);
}

std::string thread_text(const Vocabulary& vocabulary, ThreadId thread) {
  const Thread& known = vocabulary.threads[thread];
  const std::string name = known.name.empty() ? "thread " + std::to_string(index(thread)) : known.name;
  return known.label.empty() ? name : known.label + " (" + name + ")";
}

}  // namespace qpor::engine
