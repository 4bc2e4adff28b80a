#include "engine/dpor/sequence_explorer.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace qpor::engine {

SequenceExplorer::SequenceExplorer(Executor& executor, const Options& options, Observer* observer)
    : Explorer(executor, options, observer), sequence_(execution_), races_(sequence_) {}

bool SequenceExplorer::run() {
  assert(is_well_formed());
  Statistics& statistics = execution_.statistics;
  ++statistics.executions;
  Label label;
  Next how = next(label);
  for (; how == Next::Step; how = next(label)) {
    const bool is_too_long = execution_.size() >= options_.max_steps;
    if (is_too_long || (is_switch_bounded() && switches_with(label.thread) > options_.max_context_switches)) {
      ++(is_too_long ? statistics.truncated : statistics.cut_at_switches);
      how = Next::Truncated;
      break;
    }
    if (!push_label(label)) return false;
    pushed();
    if (!looks_at_limits()) continue;
    clock_.charge(Phase::Execute);
    if (reached_limit()) return false;
  }
  if (how == Next::Blocked) ++statistics.blocked;
  statistics.longest_trace = std::max<std::uint64_t>(statistics.longest_trace, execution_.size());
  clock_.charge(Phase::Execute);
  if (how == Next::Maximal) {
    if (!executor_.was_cut() && is_redundant()) {
      ++statistics.redundant;
    } else if (!visit_maximal() || !run_twins(true) || !compare_twins()) {
      return false;
    }
  }
  at_end(how);
  clock_.charge(Phase::Extend);
  return true;
}

bool SequenceExplorer::has_more() {
  std::size_t steps = 0;
  if (!find_branch(steps)) return false;
  sequence_.pop_to(steps);
  if (is_switch_bounded()) switches_.resize(steps);
  const bool goes_on = rewind(steps);
  went_back();
  clock_.charge(Phase::Alternative);
  return goes_on;
}

/// For debug builds: in the first executions and then in ever fewer, and where these are short.
bool SequenceExplorer::is_well_formed() const {
  constexpr std::uint64_t kFirstRuns = 8;
  constexpr std::size_t kMaxSteps = 100;
  const std::uint64_t runs = execution_.statistics.executions;
  return (runs > kFirstRuns && !std::has_single_bit(runs)) || execution_.size() > kMaxSteps || well_formed();
}

void SequenceExplorer::note_figures() {
  execution_.statistics.threads = vocabulary().threads.size();
  execution_.statistics.objects = vocabulary().objects.size();
}

/// False: the exploration ends.
bool SequenceExplorer::push_label(const Label& label) {
  // What a program does again is what it has done before: a label that was planned is the one that is pending.
  if (execution_.pending(label.thread) != label.operation) {
    return interrupt({Interruption::Kind::Nondeterministic, {}, label.thread});
  }
  if (options_.check) {
    Outcomes outcomes;
    execution_.outcomes(label.thread, vocabulary().operations[label.operation], outcomes);
    if (std::find(outcomes.begin(), outcomes.end(), label.outcome) == outcomes.end()) {
      throw InternalError("a step that was planned is not enabled, or has another outcome");
    }
  }
  if (is_switch_bounded()) switches_.push_back(switches_with(label.thread));
  sequence_.push(label);
  return push(label.thread, label.outcome);
}

// --- who goes next

bool SequenceExplorer::is_awake(ThreadId thread, bool& is_enabled) const {
  const OperationId pending = execution_.pending(thread);
  if (pending == kNoOperation) return false;
  Outcomes outcomes;
  execution_.outcomes(thread, vocabulary().operations[pending], outcomes);
  is_enabled = is_enabled || !outcomes.empty();
  return std::any_of(outcomes.begin(), outcomes.end(),
                     [&](Outcome outcome) { return !execution_.sleep_set().holds(thread, outcome); });
}

SequenceExplorer::Next SequenceExplorer::choose_in_order(ThreadId& thread) const {
  const std::size_t threads = execution_.thread_bound();
  bool is_enabled = false;
  thread = execution_.last_thread();
  if (options_.thread_order == ThreadOrder::RunOn && thread != kNoThread && is_awake(thread, is_enabled)) {
    return Next::Step;
  }
  for (std::size_t i = 0; i < threads; ++i) {
    thread = static_cast<ThreadId>(options_.thread_order == ThreadOrder::LastThread ? threads - 1 - i : i);
    if (is_awake(thread, is_enabled)) return Next::Step;
  }
  return is_enabled ? Next::Blocked : Next::Maximal;
}

SequenceExplorer::Next SequenceExplorer::choose_thread(ThreadId& thread) {
  if (options_.thread_order != ThreadOrder::Meetings) return choose_in_order(thread);
  Scheduler& scheduler = execution_.scheduler();
  // Free running need not switch where it can go on.
  const Scheduler::Choice choice =
      is_switch_bounded() ? scheduler.choose_preferring(execution_.last_thread()) : scheduler.choose();
  thread = choice.thread;
  if (choice.found == Scheduler::Found::Step) return Next::Step;
  return choice.found == Scheduler::Found::Blocked ? Next::Blocked : Next::Maximal;
}

void SequenceExplorer::add_labels(ThreadId thread, std::vector<Label>& labels) const {
  const OperationId pending = execution_.pending(thread);
  const Operation& operation = vocabulary().operations[pending];
  Outcomes outcomes;
  execution_.outcomes(thread, operation, outcomes);
  for (const Outcome outcome : outcomes) labels.push_back({thread, pending, operation.object, outcome});
}

/// As QPOR counts them: a change of thread where the thread that is left could have gone on.
std::size_t SequenceExplorer::switches_with(ThreadId next) const {
  const std::size_t before = switches_.empty() ? 0 : switches_.back();
  const ThreadId last = execution_.last_thread();
  if (last == kNoThread || last == next) return before;
  const bool is_forced = execution_.pending(last) == kNoOperation || execution_.is_blocked(last);
  return is_forced ? before : before + 1;
}

}  // namespace qpor::engine
