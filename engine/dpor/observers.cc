#include "engine/dpor/observers.h"

#include <algorithm>
#include <cassert>

namespace qpor::engine {

Observers::Observers(Executor& executor, const Options& options, Observer* observer)
    : SequenceExplorer(executor, options, observer),
      frames_{{WakeupTree::kRoot, 0}},
      uses_(execution_.vocabulary()),
      observation_(sequence_, uses_),
      consistency_(uses_) {}

// --- the way down

SequenceExplorer::Next Observers::next(Label& label) {
  const WakeupTree::NodeId tree = frames_.back().tree;
  if (tree_.is_leaf(tree)) {
    fill_sleep_set();
    ThreadId thread = kNoThread;
    if (const Next how = choose_thread(thread); how != Next::Step) return how;
    choices_.clear();
    add_labels(thread, choices_);
    for (const Label& choice : choices_) {
      if (!execution_.sleep_set().holds(thread, choice.outcome)) tree_.append(tree, choice);
    }
  }
  label = tree_.label(tree_.first_child(tree));
  return Next::Step;
}

/// The labels that were explored and that nothing in E since then reads, writes or depends on.
void Observers::fill_sleep_set() {
  execution_.sleep_set().clear();
  for (std::size_t i = frames_.back().explored; i < explored_.size(); ++i) {
    const Label& label = explored_[i].label();
    if (explored_[i].is_asleep()) execution_.sleep_set().add(label.thread, label.outcome);
  }
}

void Observers::pushed() {
  const Frame before = frames_.back();
  const Label& label = sequence_[static_cast<StepIndex>(execution_.size() - 1)];
  const std::size_t end = explored_.size();
  frames_.push_back({tree_.first_child(before.tree), end});
  for (std::size_t i = before.explored; i < end; ++i) {
    WeakInitial each = explored_[i];
    each.advance(uses_, label);
    if (!each.is_out()) explored_.push_back(each);
  }
}

// --- the way back

bool Observers::find_branch(std::size_t& steps) {
  if (has_learnt_) {
    restart();
    steps = 0;
    return true;
  }
  while (frames_.size() > 1) {
    explored_.erase(explored_.begin() + static_cast<std::ptrdiff_t>(frames_.back().explored), explored_.end());
    frames_.pop_back();
    steps = frames_.size() - 1;
    explored_.emplace_back(uses_, sequence_[static_cast<StepIndex>(steps)]);
    const WakeupTree::NodeId tree = frames_.back().tree;
    tree_.remove_first_child(tree);
    if (!tree_.is_leaf(tree)) return true;
  }
  return false;
}

/// Under another relation, in which a leaf of the old trees may stand for less than all that follows it.
void Observers::restart() {
  has_learnt_ = false;
  frames_.resize(1);
  explored_.clear();
  while (!tree_.is_leaf(WakeupTree::kRoot)) tree_.remove_first_child(WakeupTree::kRoot);
  seen_.clear();
}

/// Asked at the end of each execution that is maximal: reads off its relation for at_end, too.
bool Observers::is_redundant() {
  read_off();
  const bool is_new_class = seen_.insert(observation_.hash()).second;
  const bool is_new_trace = told_.insert(sequence_.trace_hash()).second;
  return !is_new_class || !is_new_trace;
}

bool Observers::well_formed() const {
  if (!SequenceExplorer::well_formed() || !tree_.well_formed()) return false;
  if (frames_.size() != sequence_.size() + 1 || frames_.front().tree != WakeupTree::kRoot) return false;
  for (StepIndex step = 0; step < sequence_.size(); ++step) {
    const WakeupTree::NodeId child = tree_.first_child(frames_[step].tree);
    if (child == WakeupTree::kNone || tree_.label(child) != sequence_[step]) return false;
    if (child != frames_[step + 1].tree || frames_[step].explored > frames_[step + 1].explored) return false;
  }
  const auto is_out = [](const WeakInitial& each) { return each.is_out(); };
  return frames_.back().explored <= explored_.size() && std::none_of(explored_.begin(), explored_.end(), is_out);
}

// --- races

void Observers::at_end(Next how) {
  read_off();
  if (has_learnt_) return;
  for (StepIndex step = 0; step < sequence_.size(); ++step) races_of_step(step);
  for (std::size_t i = 0; i < execution_.thread_bound(); ++i) {
    const auto thread = static_cast<ThreadId>(i);
    const OperationId pending = execution_.pending(thread);
    if (pending == kNoOperation || (how != Next::Truncated && !execution_.is_blocked(thread))) continue;
    const std::vector<StepIndex>& steps = sequence_.steps_of(thread);
    attempt({thread, pending, kNoStep, steps.empty() ? kNoStep : steps.back()});
  }
  execution_.statistics.wakeup_nodes = tree_.made();
  execution_.statistics.peak_wakeup_nodes = tree_.peak();
}

/// The relation of E, which has come to its end.
void Observers::read_off() {
  if (is_read_off_) return;
  is_read_off_ = true;
  learn_uses();
  observation_.read_off();
}

/// Which variables some operation of E waits for.
void Observers::learn_uses() {
  for (StepIndex step = 0; step < sequence_.size(); ++step) has_learnt_ |= uses_.learn(sequence_[step].operation);
  for (std::size_t i = 0; i < execution_.thread_bound(); ++i) {
    const OperationId pending = execution_.pending(static_cast<ThreadId>(i));
    if (pending != kNoOperation) has_learnt_ |= uses_.learn(pending);
  }
}

void Observers::races_of_step(StepIndex step) {
  const Label& label = sequence_[step];
  const Operation& what = sequence_.operation(step);
  const Role role = role_of(what.kind);
  if (role != Role::Access && role != Role::Either) return;
  if (has_choice(what.kind)) other_outcomes(step);
  const Use use = observation_.use(step);
  const bool is_of_variable = use != Use::Nothing && use != Use::Ordered;
  if (is_of_variable) return races_of_variable(step);
  attempt({label.thread, label.operation, step, sequence_.previous(step)});
}

/// v = notdep(e, E).(its thread, the other outcome)
void Observers::other_outcomes(StepIndex step) {
  const Label label = sequence_[step];
  v_.clear();
  add_not_dependent(step, step);
  set_outcomes_after_v(step, label.thread, sequence_.operation(step));
  for (const Outcome outcome : outcomes_) {
    if (outcome == label.outcome) continue;
    v_.push_back({label.thread, label.operation, label.object, outcome});
    reverse(step);
    v_.pop_back();
  }
}

/// With those of the steps right before it that it is ordered after by the variable, where nothing is between.
void Observers::races_of_variable(StepIndex step) {
  const Label label = sequence_[step];
  const Use use = observation_.use(step);
  sources_.clear();
  if (use == Use::Read) {
    if (observation_.write_before(step) != kNoStep) sources_.push_back(observation_.write_before(step));
  } else {
    const std::vector<StepIndex>& accesses = sequence_.accesses(label.object);
    for (std::size_t i = sequence_.place(step); i-- > 0;) {
      if (observation_.use(accesses[i]) == Use::Write && use == Use::Write && !observation_.is_observed(step)) continue;
      sources_.push_back(accesses[i]);
    }
  }
  known_.assign(observation_.threads(), 0);
  const auto learn = [&](StepIndex cause) {
    const std::span<const std::uint32_t> row = observation_.row(cause);
    for (std::size_t i = 0; i < row.size(); ++i) known_[i] = std::max(known_[i], row[i]);
  };
  if (const StepIndex previous = sequence_.previous(step); previous != kNoStep) learn(previous);
  for (const StepIndex e : std::vector<StepIndex>(sources_)) {
    if (known_[index(sequence_[e].thread)] > sequence_.ordinal(e)) continue;
    learn(e);
    if (use == Use::Write && observation_.use(e) == Use::Write) {
      reverse_stores(e, step);
      continue;
    }
    v_.clear();
    add_not_dependent(e, step);
    reverse_with_outcomes(e, label.thread, label.operation, false);
  }
}

/// The second store is observed: it comes first, and its last observer reads the other.
void Observers::reverse_stores(StepIndex first, StepIndex second) {
  observers_.clear();
  observation_.add_observers(second, observers_);
  assert(!observers_.empty());
  const StepIndex observer = observers_.back();
  v_.clear();
  add_not_dependent(first, second);
  v_.push_back(sequence_[second]);
  v_.push_back(sequence_[first]);
  for (StepIndex step = first + 1; step < sequence_.size(); ++step) {
    if (step == second || !observation_.happens_before(first, step)) continue;
    const bool is_behind = std::any_of(observers_.begin(), observers_.end(), [&](StepIndex reader) {
      return reader == step || (reader < step && observation_.happens_before(reader, step));
    });
    if (!is_behind) v_.push_back(sequence_[step]);
  }
  reverse_with_outcomes(first, sequence_[observer].thread, sequence_[observer].operation, false);
}

// --- operations that block, and objects that are no variables

void Observers::attempt(const Attempt& attempt) {
  const Operation& what = operation(attempt.operation);
  const Role role = role_of(what.kind);
  if (role != Role::Access && role != Role::Either) return;
  const std::vector<StepIndex>& accesses = sequence_.accesses(what.object);
  const bool is_pending = attempt.second == kNoStep;
  const bool is_ordered = !uses_.is_variable(what.object);
  const bool is_exclusive = is_pending || sequence_[attempt.second].outcome.mode != Mode::Shared;
  for (std::size_t i = is_pending ? accesses.size() : sequence_.place(attempt.second); i-- > 0;) {
    const StepIndex e = accesses[i];
    const bool is_own = sequence_[e].thread == attempt.thread;
    const bool is_race = is_pending || observation_.happens_before(e, attempt.second);
    const bool is_candidate = !is_own && is_race && is_fresh(e, attempt);
    if (!is_ordered || sequence_[e].outcome.mode == Mode::Shared) {
      if (is_candidate && (is_exclusive || !is_ordered)) attempt_before(attempt, e);
      continue;
    }
    // All accesses of the object are ordered: as in Races::walk.
    if (is_own || !is_fresh(e, attempt)) return;
    if (is_candidate) attempt_before(attempt, e);
    if (is_possible_before(e, attempt)) return;
  }
}

bool Observers::is_possible_before(StepIndex step, const Attempt& attempt) {
  execution_.outcomes_in(execution_[step].before, attempt.thread, operation(attempt.operation), outcomes_);
  return !outcomes_.empty();
}

/// v = notdep(e, E).p; a write lock can do without some R events of its lock, too.
void Observers::attempt_before(const Attempt& attempt, StepIndex e) {
  may_go_.clear();
  left_out_.clear();
  const Operation& what = operation(attempt.operation);
  if (what.kind == OperationKind::WriteLock) {
    const std::vector<StepIndex>& accesses = sequence_.accesses(what.object);
    for (std::size_t i = sequence_.place(e) + 1; i < accesses.size(); ++i) {
      const StepIndex step = accesses[i];
      if (step == attempt.second || observation_.happens_before(e, step)) continue;
      if (sequence_[step].thread != attempt.thread && is_fresh(step, attempt)) may_go_.push_back(step);
    }
  }
  choose_left_out(attempt, e, 0);
}

/// Every set of them: exponential in the R events of one layer.
void Observers::choose_left_out(const Attempt& attempt, StepIndex e, std::size_t next) {
  if (next == may_go_.size()) return attempt_without(attempt, e);
  const StepIndex step = may_go_[next];
  choose_left_out(attempt, e, next + 1);
  const bool is_gone = std::any_of(left_out_.begin(), left_out_.end(),
                                   [&](StepIndex out) { return observation_.happens_before(out, step); });
  if (is_gone) return;
  left_out_.push_back(step);
  choose_left_out(attempt, e, next + 1);
  left_out_.pop_back();
}

void Observers::attempt_without(const Attempt& attempt, StepIndex e) {
  v_.clear();
  add_not_dependent(e, attempt.second);
  reverse_with_outcomes(e, attempt.thread, attempt.operation, true);
}

// --- reversals

/// notdep(e, E) without the second step, what is left out and all after that.
void Observers::add_not_dependent(StepIndex e, StepIndex second) {
  for (StepIndex step = e + 1; step < sequence_.size(); ++step) {
    if (step == second || observation_.happens_before(e, step)) continue;
    const bool is_out = std::any_of(left_out_.begin(), left_out_.end(), [&](StepIndex out) {
      return step == out || (step > out && observation_.happens_before(out, step));
    });
    if (!is_out) v_.push_back(sequence_[step]);
  }
}

/// The outcomes of the operation after v, which begins before that step. REQUIRES: it is an access
void Observers::set_outcomes_after_v(StepIndex before, ThreadId thread, const Operation& operation) {
  State state = sequence_.state_before(operation.object, before);
  for (const Label& label : v_) {
    if (label.object != operation.object || !is_access(label.outcome.mode)) continue;
    state = execution_.semantics().after(this->operation(label.operation), label.thread, label.outcome, state);
  }
  execution_.outcomes_in(state, thread, operation, outcomes_);
}

/// With each outcome that the operation has after v; `rivals_only`: if it then depends on e.
void Observers::reverse_with_outcomes(StepIndex e, ThreadId thread, OperationId id, bool rivals_only) {
  set_outcomes_after_v(e, thread, operation(id));
  for (const Outcome outcome : Outcomes(outcomes_)) {
    const Label last{thread, id, operation(id).object, outcome};
    if (rivals_only && !are_rivals(last, sequence_[e])) continue;
    v_.push_back(last);
    reverse(e);
    v_.pop_back();
  }
}

/// v_ is to be explored from where that step begins, unless it is explored.
void Observers::reverse(StepIndex before) {
  ++execution_.statistics.races;
  for (std::size_t i = frames_[before].explored; i < frames_[before + 1].explored; ++i) {
    WeakInitial each = explored_[i];
    for (const Label& label : v_) each.advance(uses_, label);
    if (!each.is_out()) return;
  }
  insert(before);
}

void Observers::insert(StepIndex before) {
  consistency_.set_v(v_);
  path_.clear();
  set_explored_before(before);
  WakeupTree::NodeId node = frames_[before].tree;
  bool is_at_leaf = false;
  while (!is_at_leaf) {
    const std::size_t siblings = on_path_.size();
    WakeupTree::NodeId child = tree_.first_child(node);
    if (node == frames_[before].tree && child != WakeupTree::kNone) {
      // The first branch of the tree is being explored; v ends with what depends on it.
      on_path_.emplace_back(uses_, tree_.label(child));
      child = tree_.next_sibling(child);
    }
    for (; child != WakeupTree::kNone; child = tree_.next_sibling(child)) {
      path_.push_back(tree_.label(child));
      if (consistency_.has(path_)) break;
      path_.pop_back();
      on_path_.emplace_back(uses_, tree_.label(child));
    }
    if (child == WakeupTree::kNone) {
      on_path_.erase(on_path_.begin() + static_cast<std::ptrdiff_t>(siblings), on_path_.end());
      break;
    }
    for (WeakInitial& each : on_path_) each.advance(uses_, path_.back());
    is_at_leaf = tree_.is_leaf(child);
    node = child;
  }
  rest_.clear();
  consistency_.add_rest(path_, rest_);
  if (rest_.empty() || (is_at_leaf && !hides_rest())) return;
  ++execution_.statistics.branches;
  for (const Label& label : rest_) node = tree_.append(node, label);
}

/// The labels that will have been explored where that tree's branches are: at first those of the frames so far.
void Observers::set_explored_before(StepIndex before) {
  on_path_.assign(explored_.begin() + static_cast<std::ptrdiff_t>(frames_[before].explored),
                  explored_.begin() + static_cast<std::ptrdiff_t>(frames_[before + 1].explored));
}

/// Is a label that was explored a weak initial of the path, but not of the path and the rest of v? Then what follows
/// the leaf is taken for explored where the label is one, and the rest of v would never be.
bool Observers::hides_rest() {
  return std::any_of(on_path_.begin(), on_path_.end(), [&](WeakInitial each) {
    if (each.is_out()) return false;
    for (const Label& label : rest_) each.advance(uses_, label);
    return each.is_out();
  });
}

}  // namespace qpor::engine
