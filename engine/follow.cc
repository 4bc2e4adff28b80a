#include "engine/follow.h"

#include <algorithm>

#include "engine/event_text.h"
#include "engine/explore.h"

namespace qpor::engine {

bool intern_threads(std::span<const Thread> threads, Vocabulary& vocabulary) {
  for (std::size_t i = 0; i < threads.size(); ++i) {
    const Thread& thread = threads[i];
    if (thread.creator != kNoThread && index(thread.creator) >= i) return false;
    if (index(vocabulary.threads.intern(thread.creator, thread.ordinal, thread.name)) != i) return false;
  }
  return true;
}

Schedule schedule_of(const EventStructure& structure, std::span<const EventId> events) {
  Schedule schedule{structure.vocabulary().threads.all(), {}};
  for (const EventId event : events) {
    ScheduledStep step{structure[event].thread, std::nullopt};
    if (has_choice(structure.operation(event).kind)) step.outcome = structure[event].outcome;
    schedule.steps.push_back(step);
  }
  return schedule;
}

Ending Explorer::follow(const Schedule& schedule) {
  if (!intern_threads(schedule.threads, vocabulary_)) throw std::invalid_argument("no order of creation");
  const bool has_started = start();
  if (has_started) ++statistics_.executions;
  const bool has_followed = has_started && follow_steps(schedule.steps);
  statistics_.longest_trace = configuration_.size();
  if (has_followed && scheduler_.choose().found == Scheduler::Found::Maximal) visit_maximal();
  clock_.charge(Phase::Execute);
  note_peaks();
  statistics_.seconds = clock_.seconds();
  return ending_;
}

/// False when the observer or a limit has ended it.
bool Explorer::follow_steps(std::span<const ScheduledStep> steps) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Outcome outcome = outcome_of(steps[i], i + 1);
    if (!push(configuration_.next_event(steps[i].thread, executor_.pending(steps[i].thread), outcome))) return false;
    if (configuration_.size() % kProgressInterval == 0) {
      clock_.charge(Phase::Execute);
      if (reached_limit()) return false;
    }
  }
  return true;
}

/// What the step comes to; throws when it cannot take place. `number` is for the message.
Outcome Explorer::outcome_of(const ScheduledStep& step, std::size_t number) const {
  if (index(step.thread) >= vocabulary_.threads.size()) {
    throw ImpossibleStep(number, "there is no thread of number " + std::to_string(index(step.thread)));
  }
  const std::string name = thread_text(vocabulary_, step.thread);
  const OperationId pending = executor_.pending(step.thread);
  if (pending == kNoOperation) {
    if (executor_.failure(step.thread) != nullptr) throw ImpossibleStep(number, name + " has failed before");
    const bool has_run = configuration_.last_of_thread(step.thread) != kNoEvent;
    throw ImpossibleStep(number, name + (has_run ? " has ended before" : " does not exist, or has nothing to do"));
  }
  const std::string wanted = "'" + operation_text(vocabulary_, pending) + "'";
  Outcomes outcomes;
  configuration_.outcomes(step.thread, vocabulary_.operations[pending], outcomes);
  if (outcomes.empty()) throw ImpossibleStep(number, name + " is blocked: it waits to do " + wanted);
  if (!step.outcome) {
    if (outcomes.size() == 1) return outcomes.front();
    throw ImpossibleStep(number, name + " does " + wanted + ", which has " + std::to_string(outcomes.size()) +
                                     " outcomes, and the step does not say which");
  }
  const auto found = std::find_if(outcomes.begin(), outcomes.end(),
                                  [&](const Outcome& outcome) { return outcome.value == *step.outcome; });
  if (found != outcomes.end()) return *found;
  throw ImpossibleStep(
      number, name + " does " + wanted + ", which cannot have the outcome " + std::to_string(*step.outcome) + " here");
}

}  // namespace qpor::engine
