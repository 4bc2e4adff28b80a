// One given execution instead of all of them: a schedule, as a file holds it or a test writes it, told to the observer
// just as an exploration would (make_follower in explorer.h). It thinks in events, so that the layers of counts, and
// with them the data races, are those of the exploration that found the schedule.

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "engine/program/text.h"
#include "engine/qpor/event_explorer.h"

namespace qpor::engine {
namespace {

class Follower final : public EventExplorer {
 public:
  Follower(Executor& executor, const Options& options, const Schedule& schedule, Observer* observer)
      : EventExplorer(executor, options, observer), schedule_(schedule) {}

 private:
  void prepare() override {
    if (!schedule_.threads.empty()) {
      if (const std::string problem = problem_of(schedule_); !problem.empty()) throw std::invalid_argument(problem);
    }
    schedule_ = in_ids_of(execution_.vocabulary(), std::move(schedule_));
  }

  bool run() override {
    ++execution_.statistics.executions;
    const bool has_followed = follow_steps();
    execution_.statistics.longest_trace = configuration_.size();
    if (has_followed && execution_.scheduler().choose().found == Scheduler::Found::Maximal) visit_maximal();
    clock_.charge(Phase::Execute);
    return false;
  }
  bool has_more() override { return false; }

  /// False when the observer or a limit has ended it.
  bool follow_steps() {
    for (std::size_t i = 0; i < schedule_.steps.size(); ++i) {
      const ScheduledStep& step = schedule_.steps[i];
      const Outcome outcome = outcome_of(step, i + 1);
      if (!push_event(next_event(step.thread, execution_.pending(step.thread), outcome))) return false;
      if (!looks_at_limits()) continue;
      clock_.charge(Phase::Execute);
      if (reached_limit()) return false;
    }
    return true;
  }

  /// What the step comes to; throws when it cannot take place. `number` is for the message.
  Outcome outcome_of(const ScheduledStep& step, std::size_t number) const {
    if (index(step.thread) >= vocabulary().threads.size()) {
      throw ImpossibleStep(number, "there is no thread of number " + std::to_string(index(step.thread)));
    }
    const std::string name = thread_text(vocabulary(), step.thread);
    const OperationId pending = execution_.pending(step.thread);
    if (pending == kNoOperation) {
      if (executor().failure(step.thread) != nullptr) throw ImpossibleStep(number, name + " has failed before");
      const bool has_run = execution_.steps_of(step.thread) > 0;
      throw ImpossibleStep(number, name + (has_run ? " has ended before" : " does not exist, or has nothing to do"));
    }
    const std::string wanted = "'" + operation_text(vocabulary(), pending) + "'";
    Outcomes outcomes;
    execution_.outcomes(step.thread, vocabulary().operations[pending], outcomes);
    if (outcomes.empty()) throw ImpossibleStep(number, name + " is blocked: it waits to do " + wanted);
    if (!step.outcome) {
      if (outcomes.size() == 1) return outcomes.front();
      throw ImpossibleStep(number, name + " does " + wanted + ", which has " + std::to_string(outcomes.size()) +
                                       " outcomes, and the step does not say which");
    }
    const auto found = std::find_if(outcomes.begin(), outcomes.end(),
                                    [&](const Outcome& outcome) { return outcome.value == *step.outcome; });
    if (found != outcomes.end()) return *found;
    throw ImpossibleStep(number, name + " does " + wanted + ", which cannot have the outcome " +
                                     std::to_string(*step.outcome) + " here");
  }

  Schedule schedule_;
};

}  // namespace

std::unique_ptr<Explorer> make_follower(Executor& executor, const Options& options, const Schedule& schedule,
                                        Observer* observer) {
  return std::make_unique<Follower>(executor, options, schedule, observer);
}

}  // namespace qpor::engine
