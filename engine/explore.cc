#include "engine/explore.h"

#include <algorithm>
#include <cassert>

#include "engine/groups.h"
#include "engine/linearize.h"
#include "engine/meeting_order.h"
#include "engine/prune.h"

namespace qpor::engine {

Explorer::Explorer(Executor& executor, const Options& options, Observer* observer)
    : executor_(executor),
      options_(options),
      observer_(observer != nullptr ? observer : &silent_),
      semantics_(vocabulary_, options.chain),
      structure_(semantics_, options.skip_step, options.graft_always),
      configuration_(structure_),
      disabled_(structure_, configuration_),
      scheduler_(executor, configuration_, disabled_, vocabulary_, options.newest_thread_first, options.meet_first),
      extensions_(structure_, configuration_),
      clock_(statistics_),
      alt_(make_alt(options_, structure_, configuration_, disabled_, statistics_)),
      past_(*this) {}

Explorer::~Explorer() { executor_.set_past(nullptr); }

std::uint32_t Explorer::TrailPast::events_below(std::size_t step, ThreadId thread) const {
  const EventStructure& structure = explorer_.structure_;
  const EventId last = structure.last_of_thread(explorer_.configuration_[step], thread);
  return last == kNoEvent ? 0 : structure.thread_depth(last) + 1;
}

std::uint32_t Explorer::TrailPast::events_before(std::size_t step, ThreadId thread) const {
  return explorer_.uses_clocks_ ? explorer_.happens_before_.events_before(step, thread) : events_below(step, thread);
}

Ending Explorer::explore() {
  start();
  do {
    ++statistics_.executions;
    const RunEnd end = run();  // C := C + J + whatever comes, avoiding D
    clock_.charge(Phase::Execute);
    statistics_.longest_trace = std::max<std::uint64_t>(statistics_.longest_trace, configuration_.size());
    if (end == RunEnd::Maximal && !visit_maximal()) break;
    if (end == RunEnd::Maximal) run_again();
    if (end == RunEnd::Maximal || end == RunEnd::Truncated) extend();  // U := U + ex(C)
    clock_.charge(Phase::Extend);
    if (end == RunEnd::Stopped) break;
  } while (backtrack() && !reached_limit());  // D := D + e, J := Alt(C, D)
  clock_.charge(Phase::Alternative);
  note_peaks();
  statistics_.seconds = clock_.seconds();
  return ending_;
}

void Explorer::start() {
  clock_.start();
  executor_.set_past(&past_);
  asks_happens_before_ = executor_.asks_happens_before();
  executor_.start(vocabulary_);
  configuration_.grow();
  scheduler_.rewound();
}

Explorer::RunEnd Explorer::run() {
  if (const std::optional<RunEnd> end = replay()) return *end;
  for (;;) {
    // Free running need not switch where it can go on.
    const Scheduler::Choice next =
        is_switch_bounded() ? scheduler_.choose_preferring(last_thread()) : scheduler_.choose();
    if (next.found == Scheduler::Found::Maximal) return RunEnd::Maximal;
    if (next.found == Scheduler::Found::Blocked) {
      ++statistics_.blocked;
      if (options_.check && options_.alt == AltKind::Optimal && statistics_.comb_gave_up == 0) {
        throw InternalError("an optimal exploration was blocked");
      }
      return RunEnd::Blocked;
    }
    if (configuration_.size() >= options_.max_steps) {
      ++statistics_.truncated;
      return RunEnd::Truncated;
    }
    if (cuts_before(next.thread)) return RunEnd::Truncated;
    const OperationId operation = executor_.pending(next.thread);
    if (!push(configuration_.next_event(next.thread, operation, next.outcome))) return RunEnd::Stopped;
    if (configuration_.size() % kProgressInterval == 0) {
      clock_.charge(Phase::Execute);
      if (reached_limit()) return RunEnd::Stopped;
    }
  }
}

/// C := C + J. Tells when the run has ended before all of J was done; what is left of J is then forgotten, for J only
/// shows a way, and D alone keeps the exploration from going one twice.
std::optional<Explorer::RunEnd> Explorer::replay() {
  for (const EventId event : alternative_) {
    check_replayed(event);
    if (cuts_before(structure_[event].thread)) {
      alternative_.clear();
      return RunEnd::Truncated;
    }
    if (!push(event)) return RunEnd::Stopped;
  }
  alternative_.clear();
  return std::nullopt;
}

/// Executes the event: C := C + event. False when the observer wants to stop.
bool Explorer::push(EventId event) {
  const ThreadId thread = structure_[event].thread;
  const Operation operation = structure_.operation(event);
  const Outcome outcome{structure_[event].outcome, structure_[event].mode};
  const State before = operation.object == kNoObject ? 0 : configuration_.state(operation.object);
  if (is_switch_bounded()) switches_.push_back(switches_with(thread));
  const Value result = semantics_.result(operation, outcome, before);
  if (asks_happens_before_ && (uses_clocks_ || !is_causal(operation.kind, thread))) push_clock(event, result);
  disabled_.event_pushed(event, configuration_.size());
  configuration_.push(event);
  executor_.step(thread, result);
  ++statistics_.steps;
  configuration_.grow();
  scheduler_.event_pushed(operation, thread);
  if (executor_.pending(thread) != kNoOperation) return true;
  const Failure* failure = executor_.failure(thread);
  if (failure == nullptr || !failed_events_.insert(structure_[event].hash).second) return true;
  if (observer_->on_failure(*this, thread, *failure)) return true;
  ending_ = Ending::Stopped;
  return false;
}

/// Happens-before after the event. REQUIRES: C does not have it yet
void Explorer::push_clock(EventId event, Value result) {
  if (!uses_clocks_) {
    uses_clocks_ = true;
    for (std::size_t i = 0; i < configuration_.size(); ++i) add_clock(configuration_[i], 0);  // no result matters there
  }
  happens_before_.pop_to(configuration_.size());
  add_clock(event, result);
}

void Explorer::add_clock(EventId event, Value result) {
  const Operation& operation = structure_.operation(event);
  const Value parameter = operation.object == kNoObject ? 0 : vocabulary_.objects[operation.object].parameter;
  happens_before_.push(structure_[event].thread, operation, structure_[event].mode, result, parameter,
                       TrailCauses(*this, event));
}

/// Does the operation order for happens-before what it orders in C? While all do, the thread trees answer, and there
/// are no clocks. Operations on a mutex with no unlock and lock between them are of one thread. An initialisation
/// orders its object for the exploration only; beside a single thread that is the same.
bool Explorer::is_causal(OperationKind kind, ThreadId by) const {
  switch (kind) {
    case OperationKind::Create:
    case OperationKind::Start:
    case OperationKind::Exit:
    case OperationKind::Join:
    case OperationKind::Lock:
    case OperationKind::Unlock:
    case OperationKind::Destroy: return true;
    case OperationKind::Init:
      for (std::size_t i = 0; i < executor_.thread_bound(); ++i) {
        const auto thread = static_cast<ThreadId>(i);
        if (thread != by && executor_.pending(thread) != kNoOperation) return false;
      }
      return true;
    default: return false;
  }
}

bool Explorer::visit_maximal() {
  if (executor_.was_cut()) {
    ++statistics_.cut;
    return true;
  }
  ++statistics_.traces;
  bool is_deadlock = false;
  const bool has_ended = executor_.has_ended();
  for (std::size_t i = 0; i < executor_.thread_bound() && !has_ended && !is_deadlock; ++i) {
    is_deadlock = executor_.pending(static_cast<ThreadId>(i)) != kNoOperation;
  }
  if (is_deadlock) ++statistics_.deadlocks;
  trace_set_hash_ += mix(configuration_.hash());
  if (options_.check) check_not_visited();
  if (observer_->on_trace(*this, is_deadlock)) return true;
  ending_ = Ending::Stopped;
  return false;
}

/// Not where a thread has failed: who of two threads is told that they misuse something may depend on the order, and
/// each misuse is reported once.
bool Explorer::reorders_first() const {
  return statistics_.executions == 1 && options_.meet_first && !is_switch_bounded() && failed_events_.empty();
}

/// The same C, with its events in an order that is known only after a first run (meeting_order.h).
void Explorer::reorder_first() {
  std::vector<EventId> events(configuration_.size());
  for (std::size_t i = events.size(); i > 0; --i) events[i - 1] = configuration_.pop();
  alternative_ = in_meeting_order(structure_, events, options_.newest_thread_first);
  executor_.rewind(0);
  scheduler_.rewound();
  replay();
}

/// Puts the conflicting extensions of C into U, as far as they are not there from a configuration before.
void Explorer::extend() {
  if (options_.alt == AltKind::None) return;  // nobody would look at them
  for (; extended_ < configuration_.size(); ++extended_) extensions_.of_event(configuration_[extended_]);
  for (std::size_t i = 0; i < executor_.thread_bound(); ++i) {
    const auto thread = static_cast<ThreadId>(i);
    const OperationId pending = executor_.pending(thread);
    if (pending != kNoOperation) extensions_.of_pending(thread, pending);
  }
}

/// Returns from calls of Explore until one has an alternative to follow. False when there is none: all is explored.
bool Explorer::backtrack() {
  while (!configuration_.empty()) {
    const EventId e = configuration_.pop();
    if (is_switch_bounded()) switches_.pop_back();
    disabled_.event_popped(configuration_.size());
    extended_ = std::min(extended_, configuration_.size());
    const Mode mode = structure_[e].mode;
    if (mode != Mode::Exclusive && mode != Mode::Shared) continue;  // never in immediate conflict
    if (alt_->is_hopeless(e)) continue;
    disabled_.add(e, configuration_.size());
    statistics_.peak_disabled = std::max<std::uint64_t>(statistics_.peak_disabled, disabled_.size());
    if (alt_->find(answer_)) {
      executor_.rewind(configuration_.size());
      scheduler_.rewound();
      take(answer_);
      if (!alternative_.empty() || scheduler_.choose().found == Scheduler::Found::Step) {
        clock_.charge(Phase::Alternative);
        prune_if_worthwhile();
        return true;
      }
    }
    disabled_.remove_last();
  }
  return false;
}

void Explorer::take(const Alternative& alternative) {
  linearize(alternative.chosen);
  if (is_switch_bounded()) alternative_ = engine::linearize(structure_, alternative_);  // with few of them
  if (options_.check) check_alternative();
  if (alternative.first_event_only && !alternative_.empty()) alternative_.resize(1);
}

/// J - C, causes first: a depth-first walk with a stack of its own.
void Explorer::linearize(const std::vector<EventId>& chosen) {
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

ThreadId Explorer::last_thread() const {
  return configuration_.empty() ? kNoThread : structure_[configuration_[configuration_.size() - 1]].thread;
}

/// In C and an event of that thread after it.
std::size_t Explorer::switches_with(ThreadId next) const {
  if (configuration_.empty()) return 0;
  const std::size_t count = switches_.back();
  const ThreadId last = last_thread();
  const OperationId pending = executor_.pending(last);
  if (last == next || pending == kNoOperation) return count;
  Outcomes outcomes;
  configuration_.outcomes(last, vocabulary_.operations[pending], outcomes);
  return outcomes.empty() ? count : count + 1;
}

/// Is the execution to be cut before an event of that thread? Then any other thread would do no better.
bool Explorer::cuts_before(ThreadId next) {
  if (!is_switch_bounded() || switches_with(next) <= options_.max_context_switches) return false;
  ++statistics_.cut_at_switches;
  return true;
}

void Explorer::prune_if_worthwhile() {
  if (!options_.prune || structure_.size() < 2 * kept_events_ + options_.prune_threshold) return;
  note_peaks();  // U only grows from one pruning to the next
  prune(structure_, configuration_, disabled_, alternative_);
  kept_events_ = structure_.size();
  ++statistics_.prunings;
  clock_.charge(Phase::Prune);
}

bool Explorer::reached_limit() {
  if (statistics_.traces >= options_.max_traces) {
    ending_ = Ending::TraceLimit;
    return true;
  }
  if (clock_.seconds() >= options_.timeout_seconds) {
    ending_ = Ending::TimeLimit;
    return true;
  }
  if (!observer_->on_progress(*this)) {
    ending_ = Ending::Stopped;
    return true;
  }
  return false;
}

void Explorer::note_peaks() {
  const auto raise = [](std::uint64_t& peak, std::uint64_t value) { peak = std::max(peak, value); };
  raise(statistics_.peak_events, structure_.size());
  raise(statistics_.peak_structure_bytes,
        structure_.bytes() + configuration_.bytes() + seen_.capacity() * sizeof(std::uint32_t));
  statistics_.threads = vocabulary_.threads.size();
  statistics_.objects = vocabulary_.objects.size();
  statistics_.events = structure_.discovered();
  statistics_.extensions = extensions_.tried();
}

// --- Options::check, and the one check that is always made

void Explorer::check_replayed(EventId event) {
  const ThreadId thread = structure_[event].thread;
  if (executor_.pending(thread) != structure_[event].operation) {
    throw NondeterministicProgram("the program did something else under the same schedule", thread);
  }
  if (!options_.check) return;
  const Outcome outcome{structure_[event].outcome, structure_[event].mode};
  Outcomes outcomes;
  configuration_.outcomes(thread, structure_.operation(event), outcomes);
  if (std::find(outcomes.begin(), outcomes.end(), outcome) == outcomes.end()) {
    throw InternalError("an event of an alternative is not enabled");
  }
  if (configuration_.next_event(thread, structure_[event].operation, outcome) != event) {
    throw InternalError("an event of an alternative came out as another event");
  }
}

/// By the alternative as a whole (groups.h).
bool Explorer::is_ruled_out_together(EventId d) const {
  if (structure_[d].mode != Mode::Shared || !structure_.is_counted(structure_[d].object)) return false;
  return Consistency(structure_, configuration_).rule_out_together(alternative_, d);
}

void Explorer::check_alternative() const {
  for (const EventId event : alternative_) {
    for (std::size_t i = 0; i < disabled_.size(); ++i) {
      if (disabled_[i] == event) throw InternalError("an alternative contains an event of D");
    }
    if (configuration_.in_conflict_with(event)) throw InternalError("an alternative is in conflict with C");
  }
  if (options_.alt == AltKind::None || disabled_.unjustified().empty()) return;
  const bool all = options_.alt == AltKind::Optimal && statistics_.comb_gave_up == 0;
  const auto unjustified = disabled_.unjustified();
  for (std::size_t i = all ? 0 : unjustified.size() - 1; i < unjustified.size(); ++i) {
    const bool is_answered =
        std::any_of(alternative_.begin(), alternative_.end(),
                    [&](EventId event) { return structure_.in_conflict(event, unjustified[i]); }) ||
        is_ruled_out_together(unjustified[i]);
    if (!is_answered) throw InternalError("an alternative does not conflict with an event of D that it must answer");
  }
}

void Explorer::check_not_visited() {
  if (!visited_.insert(configuration_.hash()).second) throw InternalError("a maximal configuration was visited twice");
}

}  // namespace qpor::engine
