#include "frontend/explore/run.h"

#include <time.h>

#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <ostream>
#include <utility>

#include "engine/explorer.h"
#include "engine/report/dot.h"
#include "frontend/base/figures.h"
#include "frontend/base/memory.h"
#include "frontend/explore/reporter.h"
#include "frontend/report/report.h"

namespace qpor::frontend {
namespace {

using engine::CountOf;
using engine::Ending;
using engine::Explorer;
using engine::Interruption;
using engine::Message;
using engine::NamePart;
using engine::Number;
using engine::Place;

/// Why an interrupted exploration is incomplete. REQUIRES: it does not restart
Reason reason_for(const Interruption& interruption, const Collector& collector) {
  if (interruption.kind != Interruption::Kind::Limit) return collector.stop_reason();
  return {ReasonKind::ExecutorLimit, {interruption.message}};
}

Number number(std::uint64_t value) { return {static_cast<std::int64_t>(value)}; }

void note_ending(const Explorer& explorer, Ending ending, const Options& options, Collector& collector,
                 Result& result) {
  std::vector<Reason>& reasons = result.incomplete_reasons;
  switch (ending) {
    case Ending::Complete: result.came_to_end = true; break;
    case Ending::TraceLimit: reasons.push_back({ReasonKind::TraceLimit, {number(options.max_traces.value)}}); break;
    case Ending::TimeLimit: reasons.push_back(timeout_reason(options)); break;
    case Ending::Stopped: reasons.push_back(collector.stop_reason()); break;
    case Ending::Interrupted:
      if (explorer.interruption().kind == Interruption::Kind::Nondeterministic) {
        collector.on_nondeterminism(explorer.execution(), explorer.interruption().thread);
      }
      reasons.push_back(reason_for(explorer.interruption(), collector));
      break;
  }
}

void note_unexplored(const Options& options, const Collector& collector, Result& result) {
  std::vector<Reason>& reasons = result.incomplete_reasons;
  if (const std::uint64_t truncated = result.statistics.truncated; truncated > 0) {
    reasons.push_back({ReasonKind::StepLimit, {CountOf{truncated, "execution"}, number(options.max_steps.value)}});
  }
  if (const std::uint64_t cut = result.statistics.cut_at_switches; cut > 0) {
    reasons.push_back(
        {ReasonKind::SwitchLimit, {CountOf{cut, "execution"}, number(options.max_context_switches.value)}});
  }
  if (result.statistics.traces == 0 && result.statistics.cut > 0) {
    reasons.push_back({ReasonKind::NothingEnded, {CountOf{result.statistics.cut, "execution"}}});
  }
  if (options.keep_going && collector.failures() > 0) {
    reasons.push_back({ReasonKind::BehindFailures, {CountOf{collector.failures(), "failure"}}});
  }
  result.divergence = collector.divergence();
  if (result.divergence && result.divergence->by == FoundDivergence::By::TwinRun) {
    reasons.push_back(reason_of(*result.divergence));
  }
  result.has_stopped_threads = collector.failures() > 0 || !collector.parked_reasons().empty();
  reasons.insert(reasons.end(), collector.parked_reasons().begin(), collector.parked_reasons().end());
}

void draw_unfolding(const Explorer& explorer, const Options& options, const std::string& program, Drawing& drawing) {
  if (drawing.out == nullptr || options.dot_trace.kind != DotTrace::Kind::All) return;
  engine::DotOptions how;
  how.max_events = options.dot_events.value;
  how.title = program;
  explorer.write_dot(*drawing.out, how);
  drawing.is_done = true;
}

/// Of this thread, which is the one that explores. The clock of the process would do, but it is coarse while a timer of
/// processor time is armed, and native programs have one (--step-timeout).
double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

/// Explores, or follows the schedule that there is.
void explore(engine::Executor& executor, const Options& options, const engine::Schedule* replay, Collector& collector,
             Drawing& drawing, Result& result) {
  const double begin = processor_seconds();
  const std::unique_ptr<Explorer> explorer =
      replay != nullptr ? engine::make_follower(executor, engine_options(options), *replay, &collector)
                        : engine::make_explorer(executor, engine_options(options), &collector);
  const auto note_statistics = [&] {
    result.processor_seconds = processor_seconds() - begin;
    result.statistics = explorer->statistics();
    result.trace_set_hash = explorer->trace_set_hash();
    if (!options.tree_stats) return;
    if (const auto trees = explorer->tree_shapes()) result.trees = *trees;
  };
  try {
    const Ending ending = explorer->explore();
    note_statistics();
    note_ending(*explorer, ending, options, collector, result);
    if (replay != nullptr && ending == Ending::Complete) {
      result.came_to_end = false;
      result.incomplete_reasons = {{ReasonKind::DefectIsGone}, {ReasonKind::OneSchedule}};
    }
    const bool is_void = ending == Ending::Interrupted || collector.has_learnt();
    if (!is_void) draw_unfolding(*explorer, options, result.program, drawing);
    return;
  } catch (const engine::InternalError& error) {
    result.has_internal_error = true;
    result.incomplete_reasons.push_back({ReasonKind::InternalError, {error.what()}});
  } catch (const std::bad_alloc&) {
    result.incomplete_reasons.push_back({ReasonKind::OutOfMemory});
  }
  note_statistics();
  // The engine sets these at the end only.
  result.statistics.seconds = collector.seconds();
  result.statistics.threads = explorer->vocabulary().threads.size();
  result.statistics.objects = explorer->vocabulary().objects.size();
}

/// " (prog.c:12, prog.c:14, prog.c:20 and 3 more)", or nothing when no line is known.
Message in_brackets(const std::vector<engine::Location>& places, std::size_t max_shown) {
  Message text;
  for (std::size_t i = 0; i < std::min(places.size(), max_shown); ++i) {
    text << (i == 0 ? " (" : ", ") << Place{places[i], Place::Style::Path};
  }
  if (places.size() > max_shown) text << " and " << number(places.size() - max_shown) << " more";
  return text.empty() ? text : text << ")";
}

/// What the program did and qpor did not see.
void note_unseen(const Guest& guest, Result& result) {
  std::vector<Reason>& reasons = result.incomplete_reasons;
  for (UnseenThing& thing : guest.unseen()) {
    constexpr std::size_t kMaxShown = 3;
    reasons.push_back({reason_of(thing.kind), {NamePart{thing.name}, in_brackets(thing.places, kMaxShown)}});
    result.unseen.push_back(std::move(thing));
  }
  if (guest.has_more_unseen()) {
    reasons.push_back({ReasonKind::MoreUnseen, {number(kMaxUnseen)}});
  }
  for (const Guest::ExploredChoice& each : guest.explored_choices()) {
    reasons.push_back({ReasonKind::ExploredValues,
                       {NamePart{each.function}, in_brackets(each.places, each.places.size()), each.values}});
  }
}

void note_assumptions_of_program(const Guest& guest, const Options& options, Result& result) {
  result.weaker_atomics = guest.weaker_atomics();
  result.assumptions = guest.assumptions();
  if (!result.weaker_atomics.empty()) result.assumptions.add(Assumption::WeakerAtomics);
  if (guest.is_optimised()) result.assumptions.add(Assumption::Optimised);
  if (guest.has_inlined_pointer_locks()) result.assumptions.add(Assumption::InlinedPointerLocks);
  if (!result.knowledge.ranges.empty() && options.memory == MemoryMode::Checked && options.races.value > 0) {
    result.assumptions.add(Assumption::MixedAtomics);
  }
}

void note_assumptions(const Input& input, const Options& options, Result& result) {
  if (input.guest != nullptr) note_assumptions_of_program(*input.guest, options, result);
  if (options.algorithm == engine::Algorithm::Observers) result.assumptions.add(Assumption::UnreadStores);
  if (!options.strict) return;
  for (const Assumption each : result.assumptions.all()) {
    const bool is_weaker = each == Assumption::WeakerAtomics;
    result.incomplete_reasons.push_back(is_weaker ? weaker_reason(result) : Reason{reason_of(each)});
  }
}

}  // namespace

namespace {

/// With that knowledge. Nothing, and more knowledge, when the exploration has to restart.
std::optional<Result> run_once(Input& input, const Options& options, Drawing& drawing, const InterruptFlag* interrupt,
                               Reporter* reporter, const engine::Schedule* replay, engine::Knowledge& knowledge) {
  Result result;
  result.program = input.path;
  Collector collector(options, input, drawing, interrupt);
  collector.set_reporter(reporter);
  if (reporter != nullptr) reporter->begin(input.fingerprint, knowledge);
  if (input.guest != nullptr) {
    result.startup = input.guest->startup();
    if (replay == nullptr) collector.set_knowledge(knowledge);
    input.guest->set_recorder(reporter != nullptr ? &reporter->recorder() : nullptr);
    input.guest->set_interrupt_check([](void* argument) { return !static_cast<Collector*>(argument)->may_go_on(); },
                                     &collector);
  }
  input.executor->set_knowledge(knowledge);
  explore(*input.executor, options, replay, collector, drawing, result);
  if (const Interruption& end = input.executor->interruption(); end.kind == Interruption::Kind::Restart) {
    knowledge = end.knowledge;
    return std::nullopt;
  }
  if (collector.has_learnt()) {
    knowledge = collector.knowledge();
    return std::nullopt;
  }
  result.knowledge = knowledge;
  note_unexplored(options, collector, result);
  if (input.guest != nullptr) {
    note_unseen(*input.guest, result);
    result.looked_for = looked_for(options);
    if (options.memory == MemoryMode::Interleave) result.interleaved_variables = input.guest->interleaved_variables();
  }
  note_assumptions(input, options, result);
  result.defects = std::move(collector.defects());
  result.schedule = std::move(collector.schedule());
  result.exit_statuses = collector.exit_statuses();
  result.unjoined.assign(collector.unjoined().begin(), collector.unjoined().end());
  result.peak_memory_bytes = peak_memory();
  return result;
}

}  // namespace

LookedFor looked_for(const Options& options) {
  LookedFor what;
  what.races = options.races.value;
  what.interleaves = options.memory == MemoryMode::Interleave;
  // Whatever makes plain accesses be looked at finds these as well.
  what.memory_errors = what.races > 0 || what.interleaves || options.memory_errors || options.uninitialised;
  what.divergences = options.twins != engine::Twins::Off;
  return what;
}

Result run(Input& input, const Options& options, Drawing& drawing, const InterruptFlag* interrupt, Reporter* reporter,
           const engine::Schedule* replay) {
  // What has been explored until a restart counted operations that do not commute as if they did. Knowledge only grows,
  // so that restarts come to an end.
  engine::Knowledge knowledge = input.knowledge;
  for (;;) {
    std::optional<Result> result = run_once(input, options, drawing, interrupt, reporter, replay, knowledge);
    if (result) return *std::move(result);
  }
}

}  // namespace qpor::frontend
