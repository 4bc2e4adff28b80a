#include "frontend/explore/collector.h"

#include <algorithm>
#include <charconv>
#include <ostream>
#include <utility>

#include "engine/program/text.h"
#include "engine/report/deadlock.h"
#include "engine/report/dot.h"
#include "frontend/base/memory.h"
#include "frontend/explore/reporter.h"
#include "frontend/report/schedule.h"

namespace qpor::frontend {

using engine::Execution;
using engine::index;
using engine::kNoOperation;
using engine::kNoStep;
using engine::StepIndex;
using engine::ThreadId;
using engine::Trace;

namespace {

bool has_failed_thread(const Execution& execution) {
  for (std::size_t i = 0; i < execution.thread_bound(); ++i) {
    if (execution.executor().failure(static_cast<ThreadId>(i)) != nullptr) return true;
  }
  return false;
}

/// Who is blocked, where, and on what.
std::vector<std::uint32_t> key_of_deadlock(const Execution& execution) {
  std::vector<std::uint32_t> key;
  for (std::size_t i = 0; i < execution.thread_bound(); ++i) {
    const engine::OperationId pending = execution.pending(static_cast<ThreadId>(i));
    if (pending == kNoOperation) continue;
    const engine::Operation& operation = execution.vocabulary().operations[pending];
    // For a join the argument is the thread it waits for.
    const bool is_join = operation.kind == engine::OperationKind::Join;
    const auto what = is_join ? static_cast<std::uint32_t>(operation.argument) : index(operation.object);
    key.insert(key.end(), {static_cast<std::uint32_t>(i), operation.site, what});
  }
  return key;
}

/// What made the blocked threads get where they are and what they wait for be as it is.
std::vector<StepIndex> roots_of_deadlock(const Trace& trace, const engine::DeadlockExplanation& explanation) {
  std::vector<StepIndex> roots;
  const auto add = [&](StepIndex step) {
    if (step != kNoStep) roots.push_back(step);
  };
  for (const engine::BlockedThread& blocked : explanation.threads) {
    add(trace.last_of(blocked.thread));
    for (const engine::WaitedFor& held : blocked.waits_for) {
      add(held.since == kNoStep ? trace.last_of(held.thread) : held.since);
    }
    add(blocked.lost_signal);
    add(blocked.other_signal);
    if (blocked.object == engine::kNoObject) continue;
    for (const StepIndex access : trace.last_accesses(blocked.object)) add(access);
  }
  return roots;
}

/// What led to the failure, ending with the event after which it showed. All accesses that take part have to be in it.
std::vector<StepIndex> steps_of_failure(const Trace& trace, ThreadId thread, const engine::Failure& failure) {
  const StepIndex last = trace.last_of(thread);
  std::vector<StepIndex> roots;
  if (last != kNoStep) roots.push_back(last);
  for (const engine::Access& access : failure.accesses) {
    if (access.steps > 0) roots.push_back(static_cast<StepIndex>(access.steps - 1));
  }
  std::vector<StepIndex> past = trace.causal_past(roots);
  if (roots.size() <= 1) return with_few_switches(trace, past);
  std::erase(past, last);
  past = with_few_switches(trace, past);
  past.push_back(last);
  return past;
}

/// May a step that nothing orders before the failure have led to it? One thread frees a mutex, or detaches a thread,
/// between two operations, and another one locks or joins it.
bool may_need_unordered_steps(engine::FailureKind kind) {
  switch (kind) {
    case engine::FailureKind::LockMisuse:
    case engine::FailureKind::ThreadMisuse:
    case engine::FailureKind::UseAfterFree:
    case engine::FailureKind::UseAfterReturn:
    case engine::FailureKind::UseAfterScope:
    case engine::FailureKind::DoubleFree: return true;
    default: return false;
  }
}

}  // namespace

Reason timeout_reason(const Options& options, ReasonKind kind) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, options.timeout.value).ptr;
  return {kind, {engine::NamePart{std::string(text, end)}}};
}

Collector::Collector(const Options& options, const Input& input, Drawing& drawing, const InterruptFlag* interrupt)
    : options_(options), input_(input), drawing_(drawing), interrupt_(interrupt), guest_(input.guest) {}

double Collector::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

bool Collector::stop(Reason reason) {
  if (!stop_reason_) stop_reason_ = std::move(reason);
  return false;
}

bool Collector::go_on_after_defect() {
  if (options_.replay.is_given()) return stop({ReasonKind::OneSchedule});
  if (!options_.keep_going) return stop({ReasonKind::FirstDefect});
  if (defects_.size() >= kMostDefects) {
    return stop({ReasonKind::DefectLimit, {engine::Number{kMostDefects}}});
  }
  return true;
}

/// Counters that do not commute: all this was explored in vain.
bool Collector::learns_from(const Execution& execution) {
  for (const engine::ObservedCount& each : guest_->learnt_counts(execution)) has_learnt_ |= knowledge_->learn(each);
  return has_learnt_;
}

bool Collector::on_trace(const Execution& execution, bool deadlock) {
  if (knowledge_ && learns_from(execution)) return false;
  if (input_.guest_output != nullptr) {
    *input_.guest_output << "output of trace " << execution.statistics.traces << ":\n"
                         << guest_->guest_output() << '\n';
  }
  if (options_.dot_trace.kind == DotTrace::Kind::Number && execution.statistics.traces == options_.dot_trace.number) {
    const Trace trace(execution);
    draw(trace, trace.all());
  }
  if (options_.unjoined && guest_ != nullptr) note_unjoined(execution);
  if (guest_ != nullptr && guest_->exit_status() != 0) ++exit_statuses_[guest_->exit_status()];
  if (has_parked_ && has_failed_thread(execution)) return true;
  if (!deadlock) return !options_.leaks || guest_ == nullptr || on_lost_memory(execution);
  const auto [known, is_new] = deadlock_index_.try_emplace(key_of_deadlock(execution), defects_.size());
  if (!is_new) {
    ++defects_[known->second].occurrences;
    return true;
  }
  const Trace trace(execution);
  std::vector<StepIndex> steps;
  Defect defect = describe_deadlock(trace, steps);
  return keep(trace, std::move(defect), steps);
}

Defect Collector::describe_deadlock(const Trace& trace, std::vector<StepIndex>& steps) const {
  const Execution& execution = trace.execution();
  const engine::DeadlockExplanation explanation = engine::explain_deadlock(execution);
  steps = with_few_switches(trace, trace.causal_past(roots_of_deadlock(trace, explanation)));
  Defect defect;
  // Who spins would go on for ever; the others have to wait for that.
  const bool spins = std::any_of(explanation.threads.begin(), explanation.threads.end(),
                                 [&execution](const engine::BlockedThread& blocked) {
                                   return execution.vocabulary().operations[blocked.operation].has_unless;
                                 });
  defect.kind = spins ? engine::FailureKind::Livelock : engine::FailureKind::Deadlock;
  defect.message = engine::describe(execution, explanation);
  for (const engine::BlockedThread& blocked : explanation.threads) {
    defect.waiting.push_back(pending_step(execution, blocked.thread));
  }
  // The first thread of a cycle stands for all; without a cycle, the first that waits for more than another's end.
  const auto is_joining = [&](const engine::BlockedThread& blocked) {
    return execution.vocabulary().operations[blocked.operation].kind == engine::OperationKind::Join;
  };
  const auto& threads = explanation.threads;
  const auto cause = std::find_if_not(threads.begin(), threads.end(), is_joining);
  const ThreadId first = !explanation.cycles.empty() ? explanation.cycles.front().front()
                         : cause != threads.end()    ? cause->thread
                                                     : threads.front().thread;
  defect.thread = engine::thread_text(execution.vocabulary(), first);
  defect.location = pending_step(execution, first).location;
  return defect;
}

void Collector::note_unjoined(const Execution& execution) {
  for (const ThreadId thread : guest_->unjoined_threads()) {
    std::string text = engine::thread_text(execution.vocabulary(), thread);
    for (std::size_t i = 0; i < execution.size(); ++i) {
      const engine::Operation& operation = execution.operation(i);
      if (operation.kind != engine::OperationKind::Create || operation.argument != engine::index(thread)) continue;
      const engine::Location place = execution.executor().location(operation.site);
      if (place.line != 0) text += ", created at " + place.file + ":" + std::to_string(place.line);
    }
    unjoined_.insert(std::move(text));
  }
}

/// What led to a loss is the whole execution.
bool Collector::on_lost_memory(const Execution& execution) {
  for (const Guest::Lost& lost : guest_->lost_memory()) {
    const engine::Failure& failure = lost.failure;
    const std::string name = engine::thread_text(execution.vocabulary(), lost.thread);
    const FailureKey key{failure.kind, name, failure.location.file, failure.location.line, failure.location.column};
    const auto [known, is_new] = failure_index_.try_emplace(key, defects_.size());
    if (!is_new) {
      ++defects_[known->second].occurrences;
      continue;
    }
    Defect defect{failure.kind, failure.message, name, failure.location, {}, {}, {}, "", "", 1};
    const Trace trace(execution);
    if (!keep(trace, std::move(defect), with_few_switches(trace, trace.all()))) return false;
  }
  return true;
}

/// A limit of ours or a call that we do not run is none of the program's defects.
bool Collector::is_defect(const engine::Failure& failure) {
  Reason reason;
  switch (engine::class_of(failure.kind)) {
    case engine::OutcomeClass::Limit: reason.kind = ReasonKind::ThreadLimit; break;
    case engine::OutcomeClass::Refusal: reason.kind = ReasonKind::ThreadRefused; break;
    case engine::OutcomeClass::Redundant: return false;
    default: return true;
  }
  engine::Message& message = reason.values.emplace_back(failure.message);
  if (failure.location.line != 0) {
    message << " (" << engine::Place{failure.location, engine::Place::Style::Path} << ")";
  }
  if (std::find(parked_reasons_.begin(), parked_reasons_.end(), reason) == parked_reasons_.end()) {
    parked_reasons_.push_back(std::move(reason));
  }
  return false;
}

bool Collector::on_failure(const Execution& execution, ThreadId thread, const engine::Failure& failure) {
  has_parked_ = true;
  if (!is_defect(failure)) return true;
  ++failures_;
  const std::string name = engine::thread_text(execution.vocabulary(), thread);
  const FailureKey key{failure.kind, name, failure.location.file, failure.location.line, failure.location.column};
  const auto [known, is_new] = failure_index_.try_emplace(key, defects_.size());
  if (!is_new) {
    ++defects_[known->second].occurrences;
    return true;
  }
  Defect defect{failure.kind, failure.message, name, failure.location, {}, {}, {}, "", "", 1, {}};
  for (const engine::Access& access : failure.accesses) {
    defect.accesses.push_back(
        {engine::thread_text(execution.vocabulary(), access.thread), access.text, access.location, access.callers, ""});
  }
  const Trace trace(execution);
  return keep(trace, std::move(defect), steps_of_failure(trace, thread, failure));
}

void Collector::on_nondeterminism(const Execution& execution, ThreadId thread) {
  // Which access of a race comes second, and so which thread stops there, is up to the schedule.
  const auto is_race = [](const Defect& defect) { return defect.kind == engine::FailureKind::DataRace; };
  if (std::any_of(defects_.begin(), defects_.end(), is_race)) {
    stop({ReasonKind::BehindRace});
    return;
  }
  FoundDivergence found{FoundDivergence::By::Replay, engine::thread_text(execution.vocabulary(), thread), {}, {}};
  if (const engine::OperationId pending = execution.pending(thread); pending != kNoOperation) {
    found.location = pending_step(execution, thread).location;
    found.text << "comes to '" << engine::NamePart{engine::operation_text(execution.vocabulary(), pending)} << "'";
  } else {
    found.text = "does not go on";
  }
  stop(reason_of(found));
  if (!divergence_) divergence_ = std::move(found);
}

void Collector::on_divergence(const Execution& execution, const engine::Divergence& divergence) {
  const bool has_thread = divergence.thread != engine::kNoThread;
  divergence_ = {FoundDivergence::By::TwinRun,
                 has_thread ? engine::thread_text(execution.vocabulary(), divergence.thread) : "", divergence.location,
                 divergence.text};
}

/// A deadlock needs the rest of the trace as well, for it shows only when all has ended. Some failures need steps that
/// are no part of their past.
bool Collector::keep(const Trace& trace, Defect defect, const std::vector<StepIndex>& steps) {
  for (const StepIndex step : steps) defect.trace.push_back(trace_step(trace, step));
  std::vector<StepIndex> order = steps;
  if (!defect.waiting.empty() && steps.size() < trace.size()) {
    std::vector<StepIndex> sorted = steps;
    std::sort(sorted.begin(), sorted.end());
    std::vector<StepIndex> rest = trace.all();
    std::erase_if(rest, [&](StepIndex step) { return std::binary_search(sorted.begin(), sorted.end(), step); });
    order.insert(order.end(), rest.begin(), rest.end());
  } else if (guest_ != nullptr && may_need_unordered_steps(defect.kind)) {
    order = trace.all();
  }
  for (const StepIndex step : order) defect.schedule.push_back(schedule_step(trace, step));
  if (defects_.empty()) schedule_ = engine::schedule_of(trace, order);
  if (options_.dot_trace.kind == DotTrace::Kind::Defect && defects_.empty()) draw(trace, steps);
  if (guest_ != nullptr) defect.output = guest_->guest_output();
  add_source_lines(defect);
  if (reporter_ != nullptr) reporter_->found(defect, defects_.empty() ? schedule_ : engine::Schedule{});
  defects_.push_back(std::move(defect));
  return go_on_after_defect();
}

void Collector::add_source_lines(Defect& defect) const {
  if (!input_.source_line) return;
  defect.source_line = input_.source_line(defect.location);
  for (DefectAccess& access : defect.accesses) access.source_line = input_.source_line(access.location);
  if (guest_ == nullptr) return;  // an operation of a model is its own source
  for (TraceStep& step : defect.trace) step.source_line = input_.source_line(step.location);
  for (TraceStep& step : defect.waiting) step.source_line = input_.source_line(step.location);
}

/// Looks every few milliseconds only: that costs three system calls.
bool Collector::is_out_of_memory() {
  constexpr double kInterval = 0.005;
  if (!options_.max_memory.is_given() || seconds() < next_look_at_memory_) return false;
  next_look_at_memory_ = seconds() + kInterval;
  return resident_memory() > options_.max_memory.value;
}

bool Collector::on_progress(const Execution& execution) {
  if (reporter_ != nullptr) record(execution);
  return may_go_on();
}

void Collector::record(const Execution& execution) {
  engine::Statistics statistics = execution.statistics;
  // The engine sets these at the end only.
  statistics.seconds = seconds();
  statistics.threads = execution.vocabulary().threads.size();
  statistics.objects = execution.vocabulary().objects.size();
  reporter_->progress(statistics, execution.trace_set_hash);
}

bool Collector::may_go_on() {
  if (interrupt_ != nullptr && *interrupt_ != 0) return stop({ReasonKind::Interrupted});
  if (reporter_ != nullptr && reporter_->recorder().is_end_wanted()) return stop({ReasonKind::Interrupted});
  // The engine looks at the clock between executions only; this is also called now and then within a long one.
  if (seconds() >= options_.timeout.value) return stop(timeout_reason(options_));
  if (is_out_of_memory()) return stop({ReasonKind::MemoryLimit, {engine::NamePart{options_.max_memory.text}}});
  return true;
}

void Collector::draw(const Trace& trace, const std::vector<StepIndex>& steps) {
  if (drawing_.out == nullptr || drawing_.is_done) return;
  engine::DotOptions how;
  how.max_events = options_.dot_events.value;
  how.title = input_.path;
  engine::write_dot(*drawing_.out, trace, steps, how);
  drawing_.is_done = true;
}

}  // namespace qpor::frontend
