#include "frontend/report/schedule.h"

#include <algorithm>
#include <cassert>
#include <unordered_map>

#include "engine/program/count.h"
#include "engine/program/text.h"

namespace qpor::frontend {

using engine::Execution;
using engine::index;
using engine::kNoObject;
using engine::Operation;
using engine::OperationKind;
using engine::StepIndex;
using engine::ThreadId;
using engine::Trace;

namespace {

enum class Direction { Forwards, Backwards };

/// Events to be put in line, from the first on or from the last on. Each waits for its neighbours in other threads
/// (causes, or effects when going backwards); those in the same thread come before it anyway.
class Line {
 public:
  Line(const Trace& trace, std::span<const StepIndex> events, Direction direction)
      : events_(events), is_backwards_(direction == Direction::Backwards), missing_(events.size(), 0) {
    std::unordered_map<StepIndex, std::uint32_t> place;
    place.reserve(events.size());
    released_.resize(events.size());
    for (std::uint32_t i = 0; i < events.size(); ++i) {
      const ThreadId thread = trace[events[i]].thread;
      for (const StepIndex cause : trace.causes(events[i])) {
        const auto it = place.find(cause);
        if (it == place.end() || trace[cause].thread == thread) continue;
        const std::uint32_t first = is_backwards_ ? i : it->second;
        const std::uint32_t second = is_backwards_ ? it->second : i;
        released_[first].push_back(second);
        ++missing_[second];
      }
      place.emplace(events[i], i);
      if (index(thread) >= threads_.size()) threads_.resize(index(thread) + 1);
      threads_[index(thread)].events.push_back(i);
    }
    if (!is_backwards_) return;
    for (Queue& queue : threads_) std::reverse(queue.events.begin(), queue.events.end());
  }

  std::vector<StepIndex> put_in_order() {
    std::vector<StepIndex> order;
    order.reserve(events_.size());
    while (order.size() < events_.size()) {
      Queue& queue = best_thread();
      while (queue.next < queue.events.size() && missing_[queue.events[queue.next]] == 0) {
        const std::uint32_t event = queue.events[queue.next++];
        for (const std::uint32_t each : released_[event]) --missing_[each];
        order.push_back(events_[event]);
      }
    }
    if (is_backwards_) std::reverse(order.begin(), order.end());
    return order;
  }

 private:
  struct Queue {
    std::vector<std::uint32_t> events;  // of one thread
    std::size_t next = 0;
  };

  /// The one with the longest run; the first of these.
  Queue& best_thread() {
    Queue* best = nullptr;
    std::size_t longest = 0;
    for (Queue& queue : threads_) {
      const std::size_t run = run_length(queue);
      if (run <= longest) continue;
      longest = run;
      best = &queue;
    }
    assert(best != nullptr);  // the first event that remains waits for nothing
    return *best;
  }

  std::size_t run_length(const Queue& queue) const {
    std::size_t length = 0;
    for (std::size_t i = queue.next; i < queue.events.size() && length < kLookAhead; ++i, ++length) {
      if (missing_[queue.events[i]] > 0) break;
    }
    return length;
  }

  std::span<const StepIndex> events_;
  bool is_backwards_;
  std::vector<std::uint32_t> missing_;
  std::vector<std::vector<std::uint32_t>> released_;
  std::vector<Queue> threads_;
};

std::size_t switches(const Trace& trace, const std::vector<StepIndex>& order) {
  std::size_t count = 0;
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (trace[order[i]].thread != trace[order[i - 1]].thread) ++count;
  }
  return count;
}

}  // namespace

std::vector<StepIndex> with_few_switches(const Trace& trace, std::span<const StepIndex> events) {
  std::vector<StepIndex> forwards = Line(trace, events, Direction::Forwards).put_in_order();
  std::vector<StepIndex> backwards = Line(trace, events, Direction::Backwards).put_in_order();
  return switches(trace, backwards) < switches(trace, forwards) ? backwards : forwards;
}

// --- in words

namespace {

bool shows_value(const engine::Vocabulary& vocabulary, const Operation& operation) {
  return vocabulary.objects[operation.object].parameter != engine::kHiddenValue;
}

/// What can be said of an operation before it takes place.
TraceStep announced(const Execution& execution, ThreadId thread, const Operation& operation) {
  const engine::Vocabulary& vocabulary = execution.vocabulary();
  TraceStep step;
  step.thread = engine::thread_text(vocabulary, thread);
  step.operation = engine::text_of(operation);
  if (operation.object != kNoObject && operation.kind != OperationKind::Choose) {
    step.object = vocabulary.objects[operation.object].name;
  }
  step.location = execution.executor().location(operation.site);
  switch (operation.kind) {
    case OperationKind::Create:
    case OperationKind::Join:
      step.object = engine::thread_text(vocabulary, static_cast<ThreadId>(operation.argument));
      break;
    case OperationKind::Store: step.value = operation.argument; break;
    case OperationKind::AtomicStore:
      if (shows_value(vocabulary, operation)) step.value = operation.argument;
      break;
    default: break;
  }
  return step;
}

}  // namespace

TraceStep trace_step(const Trace& trace, StepIndex number) {
  const Execution& execution = trace.execution();
  const Trace::Step& taken = trace[number];
  const Operation& operation = trace.operation(number);
  const std::int32_t outcome = taken.outcome.value;
  TraceStep step = announced(execution, taken.thread, operation);
  step.text = trace.text(number);
  switch (operation.kind) {
    case OperationKind::Load:
    case OperationKind::FetchAdd:
    case OperationKind::Exchange:
    case OperationKind::GetValue: step.value = taken.before; break;
    case OperationKind::Choose: step.value = outcome; break;
    case OperationKind::TryLock:
    case OperationKind::TryReadLock:
    case OperationKind::TryWriteLock:
    case OperationKind::TryAcquire: step.outcome = outcome != 0 ? "taken" : "busy"; break;
    case OperationKind::AtomicLoad:
    case OperationKind::AtomicChange:
      if (!shows_value(execution.vocabulary(), operation)) break;
      step.value = static_cast<engine::Value>(execution.semantics().value_in(taken.before));
      break;
    case OperationKind::CompareExchange:
    case OperationKind::AtomicCompareExchange: step.outcome = outcome != 0 ? "done" : "differs"; break;
    case OperationKind::AtomicCount:
      if (engine::count_test_in(operation.argument2) != engine::CountTest::None)
        step.outcome = outcome != 0 ? "passed" : "failed";
      break;
    case OperationKind::Signal:
      step.outcome = outcome == engine::kLostSignal
                         ? "lost"
                         : engine::thread_text(execution.vocabulary(), static_cast<ThreadId>(outcome));
      break;
    case OperationKind::TimedWake:
      step.outcome = taken.outcome.mode == engine::Mode::Token ? "woken" : "timed out";
      break;
    default: break;
  }
  return step;
}

TraceStep pending_step(const Execution& execution, ThreadId thread) {
  const engine::OperationId pending = execution.pending(thread);
  TraceStep step = announced(execution, thread, execution.vocabulary().operations[pending]);
  step.text = engine::operation_text(execution.vocabulary(), pending);
  return step;
}

ScheduleStep schedule_step(const Trace& trace, StepIndex number) {
  const engine::ThreadTable& threads = trace.vocabulary().threads;
  const std::int32_t outcome = trace[number].outcome.value;
  ScheduleStep step{threads[trace[number].thread].name, {}};
  const OperationKind kind = trace.operation(number).kind;
  if (kind == OperationKind::Choose) step.outcome = std::int64_t{outcome};
  if (kind == OperationKind::Signal && outcome != engine::kLostSignal) {
    step.outcome = threads[static_cast<ThreadId>(outcome)].name;
  }
  return step;
}

}  // namespace qpor::frontend
