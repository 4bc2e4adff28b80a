// Twin runs of native programs: the steps of the current execution in another order, from the beginning. No data races
// are looked for meanwhile, for they were in the execution itself, and the engine's order of events is of its steps.

#include "frontend/native/machine/executor.h"
#include "frontend/native/machine/twins.h"

namespace qpor::frontend::native {

using engine::Divergence;
using engine::kNoOperation;
using engine::OperationKind;
using engine::ThreadId;
using engine::TwinEnd;
using engine::TwinPart;
using engine::TwinStep;

void NativeExecutor::begin_twins() {
  twins_ = std::make_unique<Twins>();
  twins_->original = log_;
  twins_->looked_for_races = machine_.accesses().checks_races();
  twins_->used_checkpoints = uses_checkpoints_;
  machine_.accesses().check_races(false);
  use_checkpoints(false);
}

/// Where the steps cannot be taken any more, or the execution is interrupted.
std::optional<LeftTrace> NativeExecutor::follow_twin(std::span<const TwinStep> order) {
  for (const TwinStep& each : order) {
    if (interruption_) break;
    const Step& step = twins_->original[each.position];
    if (each.part == TwinPart::Rest) {
      Fiber& fiber = machine_.fiber(step.thread);
      machine_.accesses().begin_segment(fiber);
      machine_.clocks().begin_segment(each.position);
      resume(fiber);
      settle(fiber);
      continue;
    }
    if (pending(step.thread) != step.operation) {
      return LeftTrace{step.thread, step.operation, pending(step.thread)};
    }
    is_postponing_ = each.part == TwinPart::Operation;
    step_at(each.position, step.thread, step.result);
    is_postponing_ = false;
  }
  return std::nullopt;
}

TwinEnd NativeExecutor::run_twin(std::span<const TwinStep> order) {
  if (twins_ == nullptr) begin_twins();
  machine_.twin_log().switch_on();
  begin_run();
  TwinRecord& now = twins_->now;
  const std::optional<LeftTrace> left = follow_twin(order);
  if (interruption_) return TwinEnd::Different;
  now.take(machine_, pending_, left);
  if (twins_->first) {
    twins_->divergence = TwinComparison(*twins_->first, now, machine_, *sources_, *vocabulary_).find();
    return twins_->divergence ? TwinEnd::Different : TwinEnd::Alike;
  }
  twins_->first.emplace(std::move(now));
  return twins_->first->left_trace() ? TwinEnd::Different : TwinEnd::Alike;
}

void NativeExecutor::leave_twins(bool to_the_end) {
  end_twins();
  machine_.twin_log().switch_on();
  begin_run();
  if (to_the_end) run_again(twins_->original);
}

std::optional<Divergence> NativeExecutor::compare_with_twins() {
  const std::unique_ptr<Twins> twins = std::move(twins_);
  if (!twins->divergence) {
    twins->now.take(machine_, pending_, std::nullopt);
    twins->divergence = TwinComparison(*twins->first, twins->now, machine_, *sources_, *vocabulary_).find();
  }
  machine_.twin_log().switch_off();
  return twins->divergence;
}

/// Undoes begin_twins, so that data races are looked for again.
void NativeExecutor::end_twins() {
  machine_.accesses().check_races(twins_->looked_for_races);
  uses_checkpoints_ = twins_->used_checkpoints;
}

/// Of an exploration that was given up, perhaps in the middle of a twin run.
void NativeExecutor::forget_twins() {
  if (twins_ == nullptr) return;
  end_twins();
  twins_.reset();
  is_postponing_ = false;
  machine_.twin_log().switch_off();
}

}  // namespace qpor::frontend::native
