#include "engine/qpor/explore.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "engine/execution/meeting_order.h"
#include "engine/execution/trace.h"
#include "engine/qpor/groups.h"
#include "engine/qpor/prune.h"
#include "engine/unfolding/linearize.h"

namespace qpor::engine {

Qpor::Qpor(Executor& executor, const Options& options, Observer* observer)
    : EventExplorer(executor, options, observer),
      disabled_(structure_, configuration_, execution_.sleep_set()),
      extensions_(structure_, configuration_),
      alt_(make_alt(options_, structure_, configuration_, disabled_, execution_.statistics)) {}

/// One turn of Alg. 1: do { run } while (backtrack), which Explorer::explore repeats.
bool Qpor::run() {
  assert(is_well_formed());
  ++execution_.statistics.executions;
  const RunEnd end = run_freely();  // C := C + J + whatever comes, avoiding D
  clock_.charge(Phase::Execute);
  execution_.statistics.longest_trace = std::max<std::uint64_t>(execution_.statistics.longest_trace, execution_.size());
  if (end == RunEnd::Maximal && !(visit_maximal() && run_again())) return false;
  if (end == RunEnd::Maximal || end == RunEnd::Truncated) extend();  // U := U + ex(C)
  clock_.charge(Phase::Extend);
  execution_.statistics.events = structure_.discovered();  // for those who follow the progress
  return end != RunEnd::Stopped;
}

/// Executes the event, and counts the context switch that it may be.
[[gnu::always_inline]] inline bool Qpor::push_counted(EventId event) {
  if (is_switch_bounded()) switches_.push_back(switches_with(structure_[event].thread));
  disabled_.event_pushed(event, configuration_.size());
  return push_event(event);
}

Qpor::RunEnd Qpor::run_freely() {
  if (const RunEnd end = replay(); end != RunEnd::Maximal) return end;
  for (;;) {
    // Free running need not switch where it can go on.
    const Scheduler::Choice next = is_switch_bounded()
                                       ? execution_.scheduler().choose_preferring(execution_.last_thread())
                                       : execution_.scheduler().choose();
    if (next.found == Scheduler::Found::Maximal) return RunEnd::Maximal;
    if (next.found == Scheduler::Found::Blocked) {
      ++execution_.statistics.blocked;
      if (options_.check && options_.alt == AltKind::Optimal && execution_.statistics.comb_gave_up == 0) {
        throw InternalError("an optimal exploration was blocked");
      }
      return RunEnd::Blocked;
    }
    if (configuration_.size() >= options_.max_steps) {
      ++execution_.statistics.truncated;
      return RunEnd::Truncated;
    }
    if (cuts_before(next.thread)) return RunEnd::Truncated;
    if (!push_counted(next_event(next.thread, execution_.pending(next.thread), next.outcome))) return RunEnd::Stopped;
    if (looks_at_limits()) {
      clock_.charge(Phase::Execute);
      if (reached_limit()) return RunEnd::Stopped;
    }
  }
}

/// C := C + J. Not Maximal: the run has ended before all of J was done. What is left of J is then forgotten, for J only
/// shows a way, and D alone keeps the exploration from going one twice.
Qpor::RunEnd Qpor::replay() {
  for (const EventId event : alternative_) {
    if (!check_replayed(event)) return RunEnd::Stopped;
    if (cuts_before(structure_[event].thread)) {
      alternative_.clear();
      return RunEnd::Truncated;
    }
    if (!push_counted(event)) return RunEnd::Stopped;
  }
  alternative_.clear();
  return RunEnd::Maximal;
}

/// The same C in other orders: in some that are compared, and in the one that the exploration goes on with.
bool Qpor::run_again() {
  const bool reorders = reorders_first();
  if (!run_twins(!reorders)) return false;
  if (reorders && !reorder_first()) return ask_twins_where();
  return compare_twins();
}

/// Not where a thread has failed: which of two threads a misuse is reported for may depend on the order, and each is
/// reported once.
bool Qpor::reorders_first() const {
  return execution_.statistics.executions == 1 && options_.meet_first && !is_switch_bounded() && !has_failures();
}

/// The same C, with its events in an order that is known only after a first run (meeting_order.h).
bool Qpor::reorder_first() {
  for (const StepIndex step : in_meeting_order(Trace(execution_), options_.newest_thread_first)) {
    alternative_.push_back(configuration_[step]);
  }
  while (!configuration_.empty()) configuration_.pop();
  return come_back() && replay() != RunEnd::Stopped;
}

/// Puts the conflicting extensions of C into U, as far as they are not there from a configuration before.
void Qpor::extend() {
  if (options_.alt == AltKind::None) return;  // they would not be looked at
  for (; extended_ < configuration_.size(); ++extended_) extensions_.of_event(configuration_[extended_]);
  for (std::size_t i = 0; i < execution_.thread_bound(); ++i) {
    const auto thread = static_cast<ThreadId>(i);
    const OperationId pending = execution_.pending(thread);
    if (pending != kNoOperation) extensions_.of_pending(thread, pending);
  }
  note_counts();
}

/// Returns from calls of Explore until one has an alternative to follow. False when there is none: all is explored.
bool Qpor::backtrack() {
  while (!configuration_.empty()) {
    const EventId e = configuration_.pop();
    if (is_switch_bounded()) switches_.pop_back();
    disabled_.event_popped(configuration_.size());
    extended_ = std::min(extended_, configuration_.size());
    const Mode mode = structure_[e].mode;
    if (mode != Mode::Exclusive && mode != Mode::Shared) continue;  // never in immediate conflict
    if (alt_->is_hopeless(e)) continue;
    disabled_.add(e, configuration_.size());
    std::uint64_t& peak_disabled = execution_.statistics.peak_disabled;
    peak_disabled = std::max<std::uint64_t>(peak_disabled, disabled_.size());
    if (alt_->find(answer_)) {
      if (!come_back()) return false;
      take(answer_);
      if (!alternative_.empty() || execution_.scheduler().choose().found == Scheduler::Found::Step) {
        clock_.charge(Phase::Alternative);
        prune_if_worthwhile();
        return true;
      }
    }
    disabled_.remove_last();
  }
  return false;
}

void Qpor::take(const Alternative& alternative) {
  linearize(alternative.chosen);
  if (is_switch_bounded()) alternative_ = engine::linearize(structure_, alternative_);  // with few of them
  if (options_.check) check_alternative();
  if (alternative.first_event_only && !alternative_.empty()) alternative_.resize(1);
}

/// J - C, causes first: a depth-first walk with a stack of its own.
void Qpor::linearize(const std::vector<EventId>& chosen) {
  alternative_.clear();
  ++linearization_;
  if (seen_.size() < structure_.id_bound()) seen_.resize(structure_.id_bound(), 0);
  const auto is_new = [this](EventId event) {
    if (seen_[index(event)] == linearization_) return false;
    const EventId last = configuration_.last_of_thread(structure_[event].thread);
    // J is compatible with C, so the depth decides.
    return last == kNoEvent || structure_.thread_depth(event) > structure_.thread_depth(last);
  };
  for (const EventId root : chosen) {
    stack_.push_back(root);
    while (!stack_.empty()) {
      const EventId event = stack_.back();
      if (!is_new(event)) {
        stack_.pop_back();
        continue;
      }
      const std::size_t height = stack_.size();
      structure_.for_each_cause(event, [&](EventId cause) {
        if (is_new(cause)) stack_.push_back(cause);
      });
      if (stack_.size() != height) continue;
      stack_.pop_back();
      seen_[index(event)] = linearization_;
      alternative_.push_back(event);
    }
  }
}

// --- context switches

/// In C and an event of that thread after it.
std::size_t Qpor::switches_with(ThreadId next) const {
  if (configuration_.empty()) return 0;
  const ThreadId last = execution_.last_thread();
  if (last == next || execution_.pending(last) == kNoOperation) return switches_.back();
  return execution_.is_blocked(last) ? switches_.back() : switches_.back() + 1;
}

/// Is the execution to be cut before an event of that thread? Then any other thread would do no better.
bool Qpor::cuts_before(ThreadId next) {
  if (!is_switch_bounded() || switches_with(next) <= options_.max_context_switches) return false;
  ++execution_.statistics.cut_at_switches;
  return true;
}

// --- U

void Qpor::prune_if_worthwhile() {
  if (!options_.prune || structure_.size() < 2 * kept_events_ + options_.prune_threshold) return;
  note_figures();  // U only grows from one pruning to the next
  prune(structure_, configuration_, disabled_, alternative_);
  kept_events_ = structure_.size();
  ++execution_.statistics.prunings;
  clock_.charge(Phase::Prune);
}

void Qpor::note_figures() {
  EventExplorer::note_figures();
  Statistics& statistics = execution_.statistics;
  const std::uint64_t bytes =
      structure_.bytes() + configuration_.bytes() + seen_.capacity() * sizeof(decltype(seen_)::value_type);
  statistics.peak_structure_bytes = std::max(statistics.peak_structure_bytes, bytes);
  statistics.extensions = extensions_.tried();
}

// --- Options::check, and the one check that is always made

/// Is it what the program does again? False: the exploration ends.
bool Qpor::check_replayed(EventId event) {
  const ThreadId thread = structure_[event].thread;
  if (execution_.pending(thread) != structure_[event].operation) {
    return interrupt({Interruption::Kind::Nondeterministic, {}, thread});
  }
  if (!options_.check) return true;
  const Outcome outcome{structure_[event].outcome, structure_[event].mode};
  Outcomes outcomes;
  execution_.outcomes(thread, structure_.operation(event), outcomes);
  if (std::find(outcomes.begin(), outcomes.end(), outcome) == outcomes.end()) {
    throw InternalError("an event of an alternative is not enabled");
  }
  if (next_event(thread, structure_[event].operation, outcome) != event) {
    throw InternalError("an event of an alternative came out as another event");
  }
  return true;
}

/// By the alternative as a whole (groups.h).
bool Qpor::is_ruled_out_together(EventId d) const {
  if (structure_[d].mode != Mode::Shared || !structure_.is_counted(structure_[d].object)) return false;
  return Consistency(structure_, configuration_).rule_out_together(alternative_, d);
}

void Qpor::check_alternative() const {
  for (const EventId event : alternative_) {
    for (std::size_t i = 0; i < disabled_.size(); ++i) {
      if (disabled_[i] == event) throw InternalError("an alternative contains an event of D");
    }
    if (configuration_.in_conflict_with(event)) throw InternalError("an alternative is in conflict with C");
  }
  if (options_.alt == AltKind::None || disabled_.unjustified().empty()) return;
  const bool all = options_.alt == AltKind::Optimal && execution_.statistics.comb_gave_up == 0;
  const auto unjustified = disabled_.unjustified();
  for (std::size_t i = all ? 0 : unjustified.size() - 1; i < unjustified.size(); ++i) {
    const bool is_answered =
        std::any_of(alternative_.begin(), alternative_.end(),
                    [&](EventId event) { return structure_.in_conflict(event, unjustified[i]); }) ||
        is_ruled_out_together(unjustified[i]);
    if (!is_answered) throw InternalError("an alternative does not conflict with an event of D that it must answer");
  }
}

/// The numbered invariants of all that the exploration keeps, for debug builds. They are recomputed naively: so only
/// while U is small, in the first runs and then in ever fewer.
bool Qpor::is_well_formed() const {
  constexpr std::size_t kMaxEvents = 60;
  constexpr std::uint64_t kFirstRuns = 4;
  const std::uint64_t runs = execution_.statistics.executions;
  if (execution_.size() != configuration_.size()) return false;
  if ((runs > kFirstRuns && !std::has_single_bit(runs)) || structure_.size() > kMaxEvents) return true;
  return execution_.well_formed() && configuration_.well_formed() && disabled_.well_formed() &&
         structure_.well_formed();
}

}  // namespace qpor::engine
