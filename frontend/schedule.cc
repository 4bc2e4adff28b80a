#include "frontend/schedule.h"

#include <algorithm>
#include <cassert>
#include <unordered_map>

#include "engine/program/count.h"
#include "engine/unfolding/event_text.h"

namespace qpor::frontend {

using engine::EventId;
using engine::Explorer;
using engine::index;
using engine::kNoObject;
using engine::Operation;
using engine::OperationKind;
using engine::ThreadId;

std::vector<EventId> all_events(const Explorer& explorer) {
  const engine::Configuration& trail = explorer.configuration();
  std::vector<EventId> events;
  events.reserve(trail.size());
  for (std::size_t i = 0; i < trail.size(); ++i) events.push_back(trail[i]);
  return events;
}

std::vector<EventId> causal_past(const Explorer& explorer, std::span<const EventId> roots) {
  const engine::EventStructure& structure = explorer.structure();
  std::vector<bool> belongs(structure.id_bound(), false);
  for (const EventId root : roots) belongs[index(root)] = true;
  std::vector<EventId> past;
  const engine::Configuration& trail = explorer.configuration();
  for (std::size_t i = trail.size(); i-- > 0;) {  // effects before causes
    if (!belongs[index(trail[i])]) continue;
    past.push_back(trail[i]);
    structure.for_each_cause(trail[i], [&](EventId cause) { belongs[index(cause)] = true; });
  }
  std::reverse(past.begin(), past.end());
  return past;
}

namespace {

enum class Direction { Forwards, Backwards };

/// Events to be put in line, from the first on or from the last on. Each waits for its neighbours in other threads
/// (causes, or effects when going backwards); those in the same thread come before it anyway.
class Line {
 public:
  Line(const Explorer& explorer, std::span<const EventId> events, Direction direction)
      : events_(events), is_backwards_(direction == Direction::Backwards), missing_(events.size(), 0) {
    const engine::EventStructure& structure = explorer.structure();
    std::unordered_map<EventId, std::uint32_t> place;
    place.reserve(events.size());
    released_.resize(events.size());
    for (std::uint32_t i = 0; i < events.size(); ++i) {
      const ThreadId thread = structure[events[i]].thread;
      structure.for_each_cause(events[i], [&](EventId cause) {
        const auto it = place.find(cause);
        if (it == place.end() || structure[cause].thread == thread) return;
        const std::uint32_t first = is_backwards_ ? i : it->second;
        const std::uint32_t second = is_backwards_ ? it->second : i;
        released_[first].push_back(second);
        ++missing_[second];
      });
      place.emplace(events[i], i);
      if (index(thread) >= threads_.size()) threads_.resize(index(thread) + 1);
      threads_[index(thread)].events.push_back(i);
    }
    if (!is_backwards_) return;
    for (Queue& queue : threads_) std::reverse(queue.events.begin(), queue.events.end());
  }

  std::vector<EventId> put_in_order() {
    std::vector<EventId> order;
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

  std::span<const EventId> events_;
  bool is_backwards_;
  std::vector<std::uint32_t> missing_;
  std::vector<std::vector<std::uint32_t>> released_;
  std::vector<Queue> threads_;
};

std::size_t switches(const Explorer& explorer, const std::vector<EventId>& order) {
  std::size_t count = 0;
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (explorer.structure()[order[i]].thread != explorer.structure()[order[i - 1]].thread) ++count;
  }
  return count;
}

}  // namespace

std::vector<EventId> with_few_switches(const Explorer& explorer, std::span<const EventId> events) {
  std::vector<EventId> forwards = Line(explorer, events, Direction::Forwards).put_in_order();
  std::vector<EventId> backwards = Line(explorer, events, Direction::Backwards).put_in_order();
  return switches(explorer, backwards) < switches(explorer, forwards) ? backwards : forwards;
}

// --- in words

namespace {

/// What the object of an access held before the event.
engine::State state_before(const engine::EventStructure& structure, EventId event) {
  const engine::Event& e = structure[event];
  return e.mode == engine::Mode::Exclusive || structure.is_counted(e.object)
             ? structure.cut_state(e.place)
             : structure[structure.exclusive_predecessor(event)].state;
}

bool shows_value(const engine::Vocabulary& vocabulary, const Operation& operation) {
  return vocabulary.objects[operation.object].parameter != engine::kHiddenValue;
}

/// What can be said of an operation before it takes place.
TraceStep announced(const Explorer& explorer, ThreadId thread, const Operation& operation) {
  const engine::Vocabulary& vocabulary = explorer.vocabulary();
  TraceStep step;
  step.thread = engine::thread_text(vocabulary, thread);
  step.operation = engine::text_of(operation);
  if (operation.object != kNoObject && operation.kind != OperationKind::Choose) {
    step.object = vocabulary.objects[operation.object].name;
  }
  step.location = explorer.executor().location(operation.site);
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

TraceStep trace_step(const Explorer& explorer, EventId id) {
  const engine::Event& event = explorer.structure()[id];
  const Operation& operation = explorer.structure().operation(id);
  TraceStep step = announced(explorer, event.thread, operation);
  step.text = engine::event_text(explorer.structure(), id);
  switch (operation.kind) {
    case OperationKind::Load:
    case OperationKind::FetchAdd:
    case OperationKind::Exchange:
    case OperationKind::GetValue: step.value = state_before(explorer.structure(), id); break;
    case OperationKind::Choose: step.value = event.outcome; break;
    case OperationKind::TryLock:
    case OperationKind::TryReadLock:
    case OperationKind::TryWriteLock:
    case OperationKind::TryAcquire: step.outcome = event.outcome != 0 ? "taken" : "busy"; break;
    case OperationKind::AtomicLoad:
    case OperationKind::AtomicChange:
      if (!shows_value(explorer.vocabulary(), operation)) break;
      step.value =
          static_cast<engine::Value>(explorer.structure().semantics().value_in(state_before(explorer.structure(), id)));
      break;
    case OperationKind::CompareExchange:
    case OperationKind::AtomicCompareExchange: step.outcome = event.outcome != 0 ? "done" : "differs"; break;
    case OperationKind::AtomicCount:
      if (engine::count_test_in(operation.argument2) != engine::CountTest::None)
        step.outcome = event.outcome != 0 ? "passed" : "failed";
      break;
    case OperationKind::Signal:
      step.outcome = event.outcome == engine::kLostSignal
                         ? "lost"
                         : engine::thread_text(explorer.vocabulary(), static_cast<ThreadId>(event.outcome));
      break;
    case OperationKind::TimedWake: step.outcome = event.mode == engine::Mode::Token ? "woken" : "timed out"; break;
    default: break;
  }
  return step;
}

TraceStep pending_step(const Explorer& explorer, ThreadId thread) {
  const engine::OperationId pending = explorer.executor().pending(thread);
  TraceStep step = announced(explorer, thread, explorer.vocabulary().operations[pending]);
  step.text = engine::operation_text(explorer.vocabulary(), pending);
  return step;
}

ScheduleStep schedule_step(const Explorer& explorer, EventId id) {
  const engine::Event& event = explorer.structure()[id];
  const engine::ThreadTable& threads = explorer.vocabulary().threads;
  ScheduleStep step{threads[event.thread].name, {}};
  const OperationKind kind = explorer.structure().operation(id).kind;
  if (kind == OperationKind::Choose) step.outcome = std::int64_t{event.outcome};
  if (kind == OperationKind::Signal && event.outcome != engine::kLostSignal) {
    step.outcome = threads[static_cast<ThreadId>(event.outcome)].name;
  }
  return step;
}

}  // namespace qpor::frontend
