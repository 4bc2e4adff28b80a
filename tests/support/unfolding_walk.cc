#include "tests/support/unfolding_walk.h"

#include <utility>

namespace qpor::tests {

using engine::EventId;
using engine::kNoEvent;
using engine::Mode;
using engine::OperationId;
using engine::Outcome;
using engine::Outcomes;
using engine::ThreadId;

namespace {

constexpr std::size_t kTrails = 8;

}  // namespace

UnfoldingWalk::UnfoldingWalk(engine::Executor& executor)
    : execution(executor, {}),
      structure(execution.semantics(), 2),
      configuration(structure),
      causality_(configuration),
      layers_(configuration) {
  execution.set_causality(causality_);
  execution.set_layer_rule(layers_);
}

void UnfoldingWalk::start() {
  execution.start();
  configuration.grow();
}

bool UnfoldingWalk::explore(std::uint64_t seed, std::size_t most_configurations) {
  random_.seed(seed);
  most_ = most_configurations;
  return !was_interrupted() && visit();
}

bool UnfoldingWalk::visit() {
  if (!seen_.insert(configuration.hash()).second) return true;
  if (seen_.size() > most_) return false;
  std::vector<std::pair<ThreadId, Outcome>> next;
  Outcomes outcomes;
  for (std::size_t i = 0; i < execution.thread_bound(); ++i) {
    const auto thread = static_cast<ThreadId>(i);
    const OperationId pending = execution.pending(thread);
    if (pending == engine::kNoOperation) continue;
    execution.outcomes(thread, vocabulary().operations[pending], outcomes);
    for (const Outcome& outcome : outcomes) next.emplace_back(thread, outcome);
  }
  if (next.empty() && trails_.size() < kTrails) {
    trails_.emplace_back();
    for (std::size_t i = 0; i < configuration.size(); ++i) trails_.back().push_back(configuration[i]);
  }
  for (std::size_t i = next.size(); i > 1; --i) std::swap(next[i - 1], next[random_() % i]);
  for (const auto& [thread, outcome] : next) {
    push(engine::next_event(configuration, execution, thread, execution.pending(thread), outcome));
    if (was_interrupted() || !visit()) return false;
    pop();
    if (was_interrupted()) return false;
  }
  return true;
}

std::vector<EventId> UnfoldingWalk::events() const {
  std::vector<EventId> events;
  for (std::size_t i = 0; i < structure.id_bound(); ++i) {
    const auto event = static_cast<EventId>(i);
    if (structure[event].is_live && structure[event].mode != Mode::Bottom) events.push_back(event);
  }
  return events;
}

void UnfoldingWalk::push(EventId event) {
  const engine::Event e = structure[event];
  configuration.push(event);
  layers_.has_counts = structure.has_counts();
  execution.push(e.thread, {e.outcome, e.mode});
  configuration.grow();
}

void UnfoldingWalk::pop() {
  configuration.pop();
  execution.rewind(configuration.size());
}

void UnfoldingWalk::pop_all() {
  while (!configuration.empty()) configuration.pop();
  execution.rewind(0);
}

EventId UnfoldingWalk::next(ThreadId thread, std::int32_t outcome, Mode mode) {
  const OperationId pending = execution.pending(thread);
  if (pending == engine::kNoOperation) return kNoEvent;
  Outcomes outcomes;
  execution.outcomes(thread, vocabulary().operations[pending], outcomes);
  for (const Outcome& each : outcomes) {
    if (each == Outcome{outcome, mode}) {
      return engine::next_event(configuration, execution, thread, pending, each);
    }
  }
  return kNoEvent;
}

EventId UnfoldingWalk::next(const engine::ScheduledStep& step) {
  const OperationId pending = execution.pending(step.thread);
  if (pending == engine::kNoOperation) return kNoEvent;
  Outcomes outcomes;
  execution.outcomes(step.thread, vocabulary().operations[pending], outcomes);
  for (const Outcome& each : outcomes) {
    if (step.outcome ? each.value == *step.outcome : outcomes.size() == 1) {
      return engine::next_event(configuration, execution, step.thread, pending, each);
    }
  }
  return kNoEvent;
}

}  // namespace qpor::tests
