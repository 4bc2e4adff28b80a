#include "engine/dpor/races.h"

#include <algorithm>
#include <cassert>

namespace qpor::engine {

void Races::resize(std::size_t races) {
  races_.resize(races);
  left_out_.resize(races == 0 ? 0 : races_.back().left_out_end);
}

void Races::of_step(StepIndex step, bool with_outcomes) {
  const Label label = sequence_[step];
  const Operation& operation = sequence_.operation(step);
  const Role role = role_of(operation.kind);
  if (role != Role::Access && role != Role::Either) return;
  const Attempt attempt{label.thread, label.operation, step, sequence_.previous(step)};
  if (with_outcomes && has_choice(operation.kind)) {
    const Execution& execution = sequence_.execution();
    execution.outcomes_in(execution[step].before, label.thread, operation, outcomes_);
    for (const Outcome outcome : outcomes_) {
      if (outcome == label.outcome) continue;
      races_.push_back({step, step, {label.thread, label.operation, label.object, outcome}, 0, left_out_.size()});
    }
  }
  walk(attempt, sequence_.place(step), label.outcome.mode != Mode::Shared);
}

void Races::of_pending(ThreadId thread) {
  const OperationId id = sequence_.execution().pending(thread);
  const Operation& operation = sequence_.execution().vocabulary().operations[id];
  const Role role = role_of(operation.kind);
  if (role != Role::Access && role != Role::Either) return;
  const std::vector<StepIndex>& steps = sequence_.steps_of(thread);
  const Attempt attempt{thread, id, kNoStep, steps.empty() ? kNoStep : steps.back()};
  walk(attempt, sequence_.accesses(operation.object).size(), true);
}

/// `from`: the first access in the list of the object that is not looked at.
void Races::walk(const Attempt& attempt, std::size_t from, bool is_exclusive) {
  const Operation& operation = sequence_.execution().vocabulary().operations[attempt.operation];
  const std::vector<StepIndex>& accesses = sequence_.accesses(operation.object);
  for (std::size_t i = from; i-- > 0;) {
    const StepIndex e = accesses[i];
    const bool is_own = sequence_[e].thread == attempt.thread;
    // A wait that was woken need not depend on e: then notdep(e, E) holds it.
    const bool is_no_race = attempt.second != kNoStep && !sequence_.happens_before(e, attempt.second);
    if (sequence_[e].outcome.mode == Mode::Shared) {
      if (is_exclusive && !is_own && !is_no_race && is_fresh(e, attempt)) before_shared(attempt, e);
      continue;
    }
    if (is_own || !is_fresh(e, attempt)) return;
    if (!is_no_race) before_exclusive(attempt, e);
    if (is_possible_before(e, attempt)) return;
  }
}

bool Races::is_possible_before(StepIndex exclusive, const Attempt& attempt) {
  const Execution& execution = sequence_.execution();
  execution.outcomes_in(execution[exclusive].before, attempt.thread,
                        execution.vocabulary().operations[attempt.operation], outcomes_);
  return !outcomes_.empty();
}

/// Nothing that does not depend on e touches the object after it.
void Races::before_exclusive(const Attempt& attempt, StepIndex e) {
  dropped_.clear();
  add(attempt, e, sequence_.execution()[e].before);
}

void Races::before_shared(const Attempt& attempt, StepIndex e) {
  const Execution& execution = sequence_.execution();
  const Operation& operation = execution.vocabulary().operations[attempt.operation];
  if (operation.kind == OperationKind::WriteLock) return without_shared(attempt, e);
  dropped_.clear();
  State state = execution[e].before;
  if (Semantics::reads_count(execution.vocabulary().objects[operation.object].kind)) {
    const std::vector<StepIndex>& accesses = sequence_.accesses(operation.object);
    for (std::size_t i = sequence_.place(e) + 1; i < accesses.size(); ++i) {
      const StepIndex read = accesses[i];
      if (sequence_[read].outcome.mode != Mode::Shared) break;
      if (sequence_.happens_before(e, read)) continue;
      state = sequence_.state_after(read, state);
    }
  }
  add(attempt, e, state);
}

/// With every causally closed set of the R events that follow e in its layer and do not depend on it.
void Races::without_shared(const Attempt& attempt, StepIndex e) {
  layer_.clear();
  const std::vector<StepIndex>& accesses = sequence_.accesses(sequence_[e].object);
  for (std::size_t i = sequence_.place(e) + 1; i < accesses.size(); ++i) {
    if (sequence_[accesses[i]].outcome.mode != Mode::Shared) break;
    if (!sequence_.happens_before(e, accesses[i])) layer_.push_back(accesses[i]);
  }
  dropped_.clear();
  choose_left_out(attempt, e, 0, sequence_.execution()[e].before);
}

void Races::choose_left_out(const Attempt& attempt, StepIndex e, std::size_t next, State state) {
  if (next == layer_.size()) return add(attempt, e, state);
  const StepIndex read = layer_[next];
  const bool must_go =
      std::any_of(dropped_.begin(), dropped_.end(), [&](StepIndex out) { return sequence_.happens_before(out, read); });
  if (must_go) return choose_left_out(attempt, e, next + 1, state);
  choose_left_out(attempt, e, next + 1, sequence_.state_after(read, state));
  if (sequence_[read].thread == attempt.thread || !is_fresh(read, attempt)) return;  // the thread would not get here
  dropped_.push_back(read);
  choose_left_out(attempt, e, next + 1, state);
  dropped_.pop_back();
}

/// With each outcome that the operation has in that state, if it then depends on e.
void Races::add(const Attempt& attempt, StepIndex e, State state) {
  const Execution& execution = sequence_.execution();
  const Operation& operation = execution.vocabulary().operations[attempt.operation];
  execution.outcomes_in(state, attempt.thread, operation, outcomes_);
  for (const Outcome outcome : outcomes_) {
    const Label last{attempt.thread, attempt.operation, operation.object, outcome};
    if (!are_rivals(last, sequence_[e])) continue;
    left_out_.insert(left_out_.end(), dropped_.begin(), dropped_.end());
    races_.push_back({e, attempt.second, last, static_cast<std::uint32_t>(dropped_.size()), left_out_.size()});
  }
}

}  // namespace qpor::engine
