#include "tests/support/engine_check.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "engine/qpor/extensions.h"
#include "engine/unfolding/immediate_conflict.h"
#include "frontend/model/model.h"

namespace qpor::tests {
namespace {

using engine::AltKind;
using engine::EventId;
using engine::EventStructure;
using engine::Mode;
using engine::OperationKind;
using engine::ThreadId;

struct Setting {
  std::string name;
  AltKind alt;
  std::size_t k;
  bool prune;
  engine::SpikeOrder order = engine::SpikeOrder::OldestFirst;
  bool refined = true;  // cover-most first, adaptive, wide spikes
};

const std::vector<Setting>& settings() {
  static const std::vector<Setting> all = {
      {"optimal", AltKind::Optimal, 1, false},
      {"optimal, pruned", AltKind::Optimal, 1, true},
      {"k=1", AltKind::Partial, 1, false},
      {"k=1, pruned", AltKind::Partial, 1, true},
      {"k=2", AltKind::Partial, 2, false},
      {"k=2, pruned", AltKind::Partial, 2, true},
      {"k=3", AltKind::Partial, 3, false},
      {"k=3, pruned", AltKind::Partial, 3, true},
      {"k=2 as in the paper, pruned", AltKind::Partial, 2, true, engine::SpikeOrder::NewestFirst, false},
      {"optimal as in the paper, pruned", AltKind::Optimal, 1, true, engine::SpikeOrder::NewestFirst, false},
      {"source, pruned", AltKind::FirstEvent, 1, true},
      {"none", AltKind::None, 1, false},
  };
  return all;
}

engine::Options options_of(const Setting& setting) {
  engine::Options options;
  options.alt = setting.alt;
  options.k = setting.k;
  options.prune = setting.prune;
  options.prune_threshold = 4;  // as often as possible
  options.spike_order = setting.order;
  options.cover_most_first = options.adaptive = options.wide_spikes = setting.refined;
  options.check = true;
  options.newest_thread_first = setting.k == 2;
  options.meet_first = setting.prune;
  options.long_list = setting.prune ? 1 : 48;
  options.graft_always = setting.k % 2 == 0;
  options.skip_step = 2;  // many skip pointers even in short trees
  return options;
}

/// Compares each maximal configuration that the engine visits.
class Judge final : public engine::Observer {
 public:
  explicit Judge(const oracle::GroundTruth& truth) : truth_(truth), visits_(truth.configuration_count(), 0) {}

  bool on_trace(const engine::Execution& execution, bool deadlock) override {
    const auto schedule = schedule_of(execution);
    const oracle::Replay replay = truth_.replay(schedule);
    if (!replay.configuration) return fail("the oracle cannot follow a trace: " + replay.error);
    const oracle::ConfigId reached = *replay.configuration;
    if (!std::binary_search(maximal().begin(), maximal().end(), reached)) return fail("a trace is not maximal");
    if (++visits_[reached] > 1) return fail("a maximal configuration was visited twice");
    if (deadlock != truth_.has_pending_thread(reached)) return fail("deadlock is judged wrongly");
    ++traces;
    return true;
  }
  bool on_progress(const engine::Execution& execution) override {
    if (!explorer->disabled().well_formed()) return fail("D is not well formed");
    if (!execution.well_formed()) return fail("the execution is not well formed");
    return true;
  }

  std::string finish(const engine::Qpor& explorer) {
    if (!error.empty()) return error;
    for (const oracle::ConfigId wanted : maximal()) {
      if (visits_[wanted] == 0) {
        return "a maximal configuration is missing:\n" + truth_.describe_configuration(wanted);
      }
    }
    if (explorer.statistics().deadlocks != truth_.deadlock_count()) return "deadlocks are counted wrongly";
    if (explorer.options().alt == AltKind::Optimal && explorer.statistics().blocked != 0) return "optimal was blocked";
    if (!explorer.structure().well_formed()) return "U is not well formed";
    return "";
  }

  const engine::Qpor* explorer = nullptr;
  std::string error;
  std::uint64_t traces = 0;

 private:
  bool fail(std::string what) {
    error = std::move(what);
    return false;
  }
  const std::vector<oracle::ConfigId>& maximal() {
    if (!sorted_) {
      sorted_ = truth_.maximal();
      std::sort(sorted_->begin(), sorted_->end());
    }
    return *sorted_;
  }
  const oracle::GroundTruth& truth_;
  std::vector<std::uint32_t> visits_;
  std::optional<std::vector<oracle::ConfigId>> sorted_;
};

std::optional<oracle::EventId> oracle_event(const EventStructure& structure, EventId event,
                                            const oracle::GroundTruth& truth) {
  std::vector<oracle::Step> schedule;
  for (const EventId cause : local_configuration(structure, event)) schedule.push_back(step_of(structure, cause));
  const oracle::Replay replay = truth.replay(schedule);
  if (!replay.configuration) return std::nullopt;
  return replay.events.back();
}

/// Causality, conflict and immediate conflict of every pair of events, against their definitions by sets.
std::string check_pairs(const EventStructure& structure, const oracle::GroundTruth& truth, CheckCounts& counts) {
  std::vector<std::pair<EventId, oracle::EventId>> events;
  std::set<oracle::EventId> known;
  for (std::size_t i = 0; i < structure.id_bound(); ++i) {
    const auto event = static_cast<EventId>(i);
    if (!structure[event].is_live || structure[event].mode == Mode::Bottom) continue;
    const auto other = oracle_event(structure, event, truth);
    if (!other) return "an event of U is not in the unfolding";
    if (!known.insert(*other).second) return "two events of U are the same event";
    events.emplace_back(event, *other);
  }
  if (known.size() != truth.event_count()) return "U without pruning does not hold the whole unfolding";
  for (const auto& [e, oracle_e] : events) {
    std::set<EventId> adjacent;
    const bool races = structure[e].mode == Mode::Exclusive || structure[e].mode == Mode::Shared;
    if (races) {
      engine::for_each_adjacent_conflict(structure, e, [&](EventId f) { adjacent.insert(f); });
    }
    for (const auto& [f, oracle_f] : events) {
      ++counts.pairs;
      const auto wrong = [&, one = oracle_e, other = oracle_f](const std::string& what) {
        return what + " of " + truth.describe(one) + " and " + truth.describe(other);
      };
      if (structure.is_below(e, f) != truth.causes_or_equals(oracle_e, oracle_f)) return wrong("causality");
      if (structure.in_conflict(e, f) != truth.in_conflict(oracle_e, oracle_f)) return wrong("conflict");
      const bool immediate = truth.in_immediate_conflict(oracle_e, oracle_f);
      if (structure.in_immediate_conflict(e, f) != immediate) return wrong("immediate conflict");
      if (immediate && !adjacent.contains(f)) return wrong("an immediate conflict is not found:");
      if (adjacent.contains(f) && !structure.in_conflict(e, f)) return wrong("no conflict, but found adjacent:");
    }
  }
  return "";
}

/// The extensions of a few maximal configurations, each reached by a schedule of the oracle: all are in cex(C).
std::string check_extensions(engine::Executor& executor, const oracle::GroundTruth& truth, CheckCounts& counts) {
  std::size_t tried = 0;
  for (const oracle::ConfigId maximal : truth.maximal()) {
    if (++tried > 3) break;
    engine::Execution execution(executor, {});
    const engine::Vocabulary& vocabulary = execution.vocabulary();
    EventStructure structure(execution.semantics(), 4);
    engine::Configuration configuration(structure);
    const engine::TreeCausality causality(configuration);
    const engine::EventLayers layers(configuration);
    execution.set_causality(causality);
    execution.set_layer_rule(layers);
    execution.start();
    configuration.grow();
    engine::Outcomes outcomes;
    for (const oracle::Step& step : truth.schedule_of(maximal)) {
      EventId event = engine::kNoEvent;
      for (std::size_t i = 0; i < executor.thread_bound() && event == engine::kNoEvent; ++i) {
        const auto thread = static_cast<ThreadId>(i);
        if (executor.pending(thread) == engine::kNoOperation || canonical_name(vocabulary, thread) != step.thread)
          continue;
        const engine::Operation operation = vocabulary.operations[executor.pending(thread)];
        execution.outcomes(thread, operation, outcomes);
        for (const engine::Outcome outcome : outcomes) {
          const EventId candidate =
              engine::next_event(configuration, execution, thread, executor.pending(thread), outcome);
          const oracle::Step as_step = step_of(structure, candidate);
          if (as_step.outcome != step.outcome && !step.outcome.empty()) continue;
          event = candidate;
          configuration.push(event);
          execution.push(thread, outcome);
          configuration.grow();
          break;
        }
      }
      if (event == engine::kNoEvent) return "the engine cannot follow a schedule of the oracle at " + step.thread;
    }
    if (!configuration.well_formed()) return "C is not well formed";
    engine::Extensions extensions(structure, configuration);
    for (std::size_t i = 0; i < configuration.size(); ++i) extensions.of_event(configuration[i]);
    for (std::size_t i = 0; i < executor.thread_bound(); ++i) {
      const auto thread = static_cast<ThreadId>(i);
      if (executor.pending(thread) != engine::kNoOperation) extensions.of_pending(thread, executor.pending(thread));
    }
    const oracle::EventSet wanted = truth.conflicting_extensions(maximal);
    for (std::size_t i = 0; i < structure.id_bound(); ++i) {
      const auto event = static_cast<EventId>(i);
      if (structure[event].mode == Mode::Bottom || configuration.contains(event)) continue;
      // Other outcomes of a step taken on the way were interned too; they are extensions like any other.
      const auto other = oracle_event(structure, event, truth);
      if (!other) return "a conflicting extension is not in the unfolding";
      if (!wanted.contains(*other)) return "not a conflicting extension: " + truth.describe(*other);
      if (!configuration.in_conflict_with(event)) return "an extension is not seen to be in conflict with C";
      ++counts.extensions;
    }
    for (std::size_t i = configuration.size(); i > 0; --i) configuration.pop();
    if (!configuration.well_formed()) return "C is not well formed after popping everything";
  }
  return "";
}

}  // namespace

CheckCounts& CheckCounts::operator+=(const CheckCounts& other) {
  programs += other.programs;
  too_big += other.too_big;
  traces += other.traces;
  pairs += other.pairs;
  extensions += other.extensions;
  classes += other.classes;
  redundant += other.redundant;
  blocked += other.blocked;
  return *this;
}

std::string canonical_name(const engine::Vocabulary& vocabulary, ThreadId thread) {
  const engine::Thread& known = vocabulary.threads[thread];
  if (known.creator == engine::kNoThread) return known.name;
  return canonical_name(vocabulary, known.creator) + "." + std::to_string(known.ordinal);
}

namespace {

oracle::Step step_of(const engine::Vocabulary& vocabulary, ThreadId thread, OperationKind kind,
                     engine::Outcome outcome) {
  oracle::Step step{canonical_name(vocabulary, thread), ""};
  switch (kind) {
    case OperationKind::Signal:
      step.outcome = outcome.value == engine::kLostSignal
                         ? "lost"
                         : canonical_name(vocabulary, static_cast<ThreadId>(outcome.value));
      break;
    case OperationKind::Choose: step.outcome = std::to_string(outcome.value); break;
    case OperationKind::TimedWake: step.outcome = outcome.mode == Mode::Token ? "woken" : "timeout"; break;
    default: break;
  }
  return step;
}

}  // namespace

oracle::Step step_of(const EventStructure& structure, EventId event) {
  const engine::Event& e = structure[event];
  return step_of(structure.vocabulary(), e.thread, structure.operation(event).kind, {e.outcome, e.mode});
}

oracle::Step step_of(const engine::Execution& execution, std::size_t step) {
  return step_of(execution.vocabulary(), execution[step].thread, execution.operation(step).kind,
                 execution[step].outcome);
}

std::vector<oracle::Step> schedule_of(const engine::Execution& execution) {
  std::vector<oracle::Step> schedule;
  for (std::size_t i = 0; i < execution.size(); ++i) schedule.push_back(step_of(execution, i));
  return schedule;
}

std::vector<EventId> local_configuration(const EventStructure& structure, EventId event) {
  std::vector<EventId> order;
  std::set<EventId> seen;
  const std::function<void(EventId)> visit = [&](EventId e) {
    if (!seen.insert(e).second) return;
    structure.for_each_cause(e, visit);
    order.push_back(e);
  };
  visit(event);
  return order;
}

std::string check_engine(const oracle::Program& program, bool pairs_too, CheckCounts& counts) {
  const oracle::GroundTruth truth(program);
  if (truth.status() == oracle::GroundTruth::Status::TooBig) {
    ++counts.too_big;
    return "";
  }
  if (!truth.is_complete()) return "the oracle itself: " + truth.message();
  ++counts.programs;
  const auto compiled = frontend::model::compile(oracle::to_model_text(program), "random.model");
  const auto executor = frontend::model::make_executor(compiled);
  std::optional<std::uint64_t> hash;
  for (const Setting& setting : settings()) {
    Judge judge(truth);
    engine::Qpor explorer(*executor, options_of(setting), &judge);
    judge.explorer = &explorer;
    const std::string where = " (" + setting.name + ")";
    try {
      if (explorer.explore() == engine::Ending::Interrupted) return "the exploration was interrupted" + where;
    } catch (const engine::InternalError& error) {
      return error.what() + where;
    }
    counts.traces += judge.traces;
    if (std::string error = judge.finish(explorer); !error.empty()) return error + where;
    if (hash && *hash != explorer.trace_set_hash()) return "the hash of the set of traces differs" + where;
    hash = explorer.trace_set_hash();
    const bool is_small = truth.configuration_count() <= 1000 && truth.event_count() <= 120;
    if (pairs_too && is_small && setting.alt == AltKind::Optimal && !setting.prune) {
      if (std::string error = check_pairs(explorer.structure(), truth, counts); !error.empty()) return error + where;
      if (std::string error = check_extensions(*executor, truth, counts); !error.empty()) return error;
    }
  }
  return "";
}

}  // namespace qpor::tests
