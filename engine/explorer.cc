#include "engine/explorer.h"

#include <algorithm>

#include "engine/execution/trace.h"
#include "engine/report/execution_tree.h"
#include "engine/report/tree_shapes.h"

namespace qpor::engine {

Explorer::Explorer(Executor& executor, const Options& options, Observer* observer)
    : executor_(executor),
      options_(options),
      execution_(executor, options),
      clock_(execution_.statistics),
      observer_(observer != nullptr ? observer : &silent_),
      twins_(execution_, clock_, options.twins),
      tree_(options.tree_steps > 0 ? std::make_unique<ExecutionTree>(options.tree_steps) : nullptr) {}

Explorer::~Explorer() = default;

Ending Explorer::explore() {
  for (bool more = begin(); more && run_and_draw(); more = has_more() && !reached_limit()) {
  }
  clock_.charge(Phase::Alternative);
  note_figures();
  execution_.statistics.seconds = clock_.seconds();
  return ending_;
}

bool Explorer::run_and_draw() {
  if (tree_ == nullptr) return run();
  const Statistics before = execution_.statistics;
  const bool goes_on = run();
  const Statistics& after = execution_.statistics;
  using End = ExecutionTree::End;
  tree_->add(execution_, after.deadlocks > before.deadlocks   ? End::Deadlock
                         : after.traces > before.traces       ? End::Trace
                         : after.blocked > before.blocked     ? End::Blocked
                         : after.redundant > before.redundant ? End::Redundant
                         : goes_on                            ? End::Cut
                                                              : End::Stopped);
  return goes_on;
}

std::size_t Explorer::write_dot(std::ostream& out, const DotOptions& options) const {
  return tree_ == nullptr ? 0 : tree_->write_dot(out, vocabulary(), options);
}

/// Threads may fail before their first operation: then there is no event of theirs to tell of.
bool Explorer::begin() {
  clock_.start();
  prepare();
  execution_.start();
  if (!goes_on()) return false;
  started();
  for (std::size_t i = 0; i < execution_.thread_bound(); ++i) {
    const auto thread = static_cast<ThreadId>(i);
    const Failure* const failure = executor_.failure(thread);
    if (failure == nullptr || observer_->on_failure(execution_, thread, *failure)) continue;
    end(Ending::Stopped);
    return false;
  }
  return true;
}

std::unique_ptr<TreeShapes> Explorer::tree_shapes() const { return nullptr; }

std::uint64_t Explorer::trace_hash() const { return Trace(execution_).hash(); }

std::uint64_t Explorer::hash_of_last_step() const { return Trace(execution_).hashes().back(); }

/// Has ended, or has failed. Each failure is told once, wherever the exploration meets its event.
bool Explorer::tell_failure(ThreadId thread) {
  const Failure* const failure = executor_.failure(thread);
  if (failure == nullptr || !failed_.insert(hash_of_last_step()).second) return true;
  if (observer_->on_failure(execution_, thread, *failure)) return true;
  end(Ending::Stopped);
  return false;
}

bool Explorer::is_deadlock() const {
  if (executor_.has_ended()) return false;
  for (std::size_t i = 0; i < execution_.thread_bound(); ++i) {
    if (executor_.pending(static_cast<ThreadId>(i)) != kNoOperation) return true;
  }
  return false;
}

bool Explorer::visit_maximal() {
  Statistics& statistics = execution_.statistics;
  if (executor_.was_cut()) {
    ++statistics.cut;
    return true;
  }
  ++statistics.traces;
  const bool deadlock = is_deadlock();
  if (deadlock) ++statistics.deadlocks;
  const std::uint64_t hash = trace_hash();
  execution_.trace_set_hash += mix(hash);
  if (options_.check && !visited_.insert(hash).second) {
    throw InternalError("a maximal configuration was visited twice");
  }
  if (observer_->on_trace(execution_, deadlock)) return true;
  end(Ending::Stopped);
  return false;
}

bool Explorer::run_twins(bool comes_back) {
  twins_.run(comes_back);
  return goes_on() || ask_twins_where();
}

bool Explorer::compare_twins() {
  if (const std::optional<Divergence> divergence = twins_.compare()) observer_->on_divergence(execution_, *divergence);
  return goes_on();
}

/// The program did something else when it was run again: the twins may tell where. False.
bool Explorer::ask_twins_where() {
  if (interruption_.kind == Interruption::Kind::Nondeterministic) compare_twins();
  return false;
}

bool Explorer::reached_limit() {
  if (execution_.statistics.traces >= options_.max_traces) {
    end(Ending::TraceLimit);
  } else if (clock_.seconds() >= options_.timeout_seconds) {
    end(Ending::TimeLimit);
  } else if (!observer_->on_progress(execution_)) {
    end(Ending::Stopped);
  } else {
    return false;
  }
  return true;
}

/// False, for callers to return.
bool Explorer::interrupt(const Interruption& interruption) {
  end(Ending::Interrupted);
  interruption_ = interruption;
  return false;
}

}  // namespace qpor::engine
