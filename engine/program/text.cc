#include "engine/program/text.h"

#include <cassert>
#include <string_view>
#include <vector>

#include "engine/program/atomic_function.h"
#include "engine/program/count.h"

namespace qpor::engine {
namespace {

std::string with_object(const Vocabulary& vocabulary, const Operation& operation) {
  std::string text(text_of(operation));
  if (operation.object == kNoObject || operation.kind == OperationKind::Choose) return text;
  return text + ' ' + vocabulary.objects[operation.object].name;
}

bool shows_value(const Vocabulary& vocabulary, const Operation& operation) {
  return vocabulary.objects[operation.object].parameter != kHiddenValue;
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
    case OperationKind::AtomicStore:
      return shows_value(vocabulary, operation) ? " := " + value_text(operation.argument) : "";
    case OperationKind::AtomicChange:
      return shows_value(vocabulary, operation) ? ' ' + value_text(operation.argument) : "";
    case OperationKind::AtomicCount:
      return shows_value(vocabulary, operation) && operation.argument != 0
                 ? ' ' + value_text(operation.argument < 0 ? -operation.argument : operation.argument)
                 : "";
    case OperationKind::AtomicCompareExchange:
      if (!shows_value(vocabulary, operation)) return {};
      return ' ' + value_text(operation.argument) + " -> " + value_text(operation.argument2);
    default: return {};
  }
}

std::string text_of_operation(const Vocabulary& vocabulary, const Operation& operation) {
  return with_object(vocabulary, operation) + argument_text(vocabulary, operation);
}

/// ` = 3` and the like, of an atomic.
std::string atomic_text(const Semantics& semantics, const Operation& operation, std::int32_t told, State before) {
  const Vocabulary& vocabulary = semantics.vocabulary();
  const std::string value = value_text(static_cast<Value>(semantics.value_in(before)));
  const bool is_shown = shows_value(vocabulary, operation);
  const std::string text = text_of_operation(vocabulary, operation);
  switch (operation.kind) {
    case OperationKind::AtomicLoad: return is_shown ? text + " = " + value : text;
    case OperationKind::AtomicChange: {
      if (!is_shown) return text;
      const std::uint64_t after = changed(function_in(operation.argument2), bytes_in(operation.argument2),
                                          semantics.value_in(before), static_cast<std::uint64_t>(operation.argument));
      return with_object(vocabulary, operation) + ' ' + value + " -> " + value_text(static_cast<Value>(after));
    }
    case OperationKind::AtomicCount:
      switch (count_test_in(operation.argument2)) {
        case CountTest::None: return text;
        case CountTest::Equals:
          return told != 0 ? text + ": it was " + value_text(count_constant_in(operation.argument2)) : text;
        case CountTest::Above: return told != 0 ? text : text + " fails";
        case CountTest::Exceeds:
          return text + (told != 0 ? ": it was above " : ": it was at most ") +
                 value_text(count_constant_in(operation.argument2));
      }
      return text;
    case OperationKind::AtomicCompareExchange:
      if (told != 0) return text;
      return text + (is_shown ? " fails: it is " + value : " fails");
    default: return text;
  }
}

std::string woken_text(const Semantics& semantics, ObjectId object, State before) {
  const std::vector<ThreadId>& queue = semantics.waiting_at(object, before);
  if (queue.empty()) return " lost";
  std::string text = " -> ";
  for (std::size_t i = 0; i < queue.size(); ++i) {
    if (i > 0) text += ", ";
    text += thread_text(semantics.vocabulary(), queue[i]);
  }
  return text;
}

/// Of a variable afterwards.
Value written_by(const Operation& operation, State before) {
  if (operation.kind == OperationKind::Exchange) return operation.argument;
  return static_cast<Value>(static_cast<std::uint64_t>(before) + static_cast<std::uint64_t>(operation.argument));
}

}  // namespace

std::string performed_text(const Semantics& semantics, OperationId id, Outcome outcome, State before) {
  assert(outcome.mode != Mode::Bottom);
  const Vocabulary& vocabulary = semantics.vocabulary();
  const Operation& operation = vocabulary.operations[id];
  const std::string text = text_of_operation(vocabulary, operation);
  switch (operation.kind) {
    case OperationKind::Load:
    case OperationKind::GetValue:
    case OperationKind::CountArrivals: return text + " = " + std::to_string(before);
    case OperationKind::FetchAdd:
    case OperationKind::Exchange:
      return with_object(vocabulary, operation) + ' ' + std::to_string(before) + " -> " +
             std::to_string(written_by(operation, before));
    case OperationKind::AtomicLoad:
    case OperationKind::AtomicChange:
    case OperationKind::AtomicCount:
    case OperationKind::AtomicCompareExchange: return atomic_text(semantics, operation, outcome.value, before);
    case OperationKind::OnceBegin: return outcome.value != 0 ? text : text + " has been done";
    case OperationKind::EnqueueIf: return outcome.value != 0 ? text : text + " fails: it was written";
    case OperationKind::TryLock:
    case OperationKind::CompareExchange:
    case OperationKind::TryAcquire:
    case OperationKind::TryReadLock:
    case OperationKind::TryWriteLock: return outcome.value != 0 ? text : text + " fails";
    case OperationKind::Signal:
      if (outcome.value == kLostSignal) return text + " lost";
      return text + " -> " + thread_text(vocabulary, static_cast<ThreadId>(outcome.value));
    case OperationKind::Broadcast: return text + woken_text(semantics, operation.object, before);
    case OperationKind::TimedWake:
      return (outcome.mode == Mode::Token ? "wake " : "timeout ") + vocabulary.objects[operation.object].name;
    case OperationKind::Choose:
      return text + ' ' + std::to_string(outcome.value) + " of " + std::to_string(operation.argument);
    default: return text;
  }
}

std::string operation_text(const Vocabulary& vocabulary, OperationId operation) {
  return text_of_operation(vocabulary, vocabulary.operations[operation]);
}

std::string value_text(Value value) {
  // Small numbers as people count, addresses and patterns as they are written.
  constexpr std::uint64_t kLargestNumber = std::uint64_t{1} << 40;
  const auto word = static_cast<std::uint64_t>(value);
  if (word < kLargestNumber) return std::to_string(word);
  if (value < 0 && value > -static_cast<Value>(kLargestNumber)) return std::to_string(value);
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (std::uint64_t rest = word; rest != 0; rest /= 16) text.insert(text.begin(), kDigits[rest % 16]);
  return "0x" + text;
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
