#include "tests/support/algorithm_check.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "engine/explorer.h"
#include "frontend/model/model.h"
#include "tests/support/ground_truth.h"

namespace qpor::tests {
namespace {

using engine::Algorithm;
using engine::ThreadOrder;

struct Setting {
  std::string name;
  Algorithm algorithm;
  ThreadOrder order = ThreadOrder::Meetings;
};

const std::vector<Setting>& settings() {
  static const std::vector<Setting> all = {
      {"qpor", Algorithm::Qpor},
      {"dpor", Algorithm::Dpor},
      {"dpor, running on", Algorithm::Dpor, ThreadOrder::RunOn},
      {"dpor without sleep sets", Algorithm::DporNoSleep},
      {"source-dpor", Algorithm::SourceDpor},
      {"source-dpor, running on", Algorithm::SourceDpor, ThreadOrder::RunOn},
      {"source-dpor, last thread first", Algorithm::SourceDpor, ThreadOrder::LastThread},
      {"optimal-dpor", Algorithm::OptimalDpor},
      {"optimal-dpor, running on", Algorithm::OptimalDpor, ThreadOrder::RunOn},
      {"optimal-dpor, first thread first", Algorithm::OptimalDpor, ThreadOrder::FirstThread},
      {"optimal-dpor, last thread first", Algorithm::OptimalDpor, ThreadOrder::LastThread},
  };
  return all;
}

/// Compares each trace that is told.
class Judge final : public engine::Observer {
 public:
  explicit Judge(const oracle::GroundTruth& truth) : truth_(truth), visits_(truth.configuration_count(), 0) {}

  bool on_trace(const engine::Execution& execution, bool deadlock) override {
    const oracle::Replay replay = truth_.replay(schedule_of(execution));
    if (!replay.configuration) return fail("the oracle cannot follow a trace: " + replay.error);
    const oracle::ConfigId reached = *replay.configuration;
    const auto& maximal = truth_.maximal();
    if (std::find(maximal.begin(), maximal.end(), reached) == maximal.end()) return fail("a trace is not maximal");
    if (++visits_[reached] > 1) return fail("a trace was told twice");
    if (deadlock != truth_.has_pending_thread(reached)) return fail("deadlock is judged wrongly");
    ++traces;
    return true;
  }
  bool on_progress(const engine::Execution& execution) override {
    return execution.well_formed() || fail("the execution is not well formed");
  }

  std::string finish(const engine::Explorer& explorer) {
    if (!error.empty()) return error;
    for (const oracle::ConfigId wanted : truth_.maximal()) {
      if (visits_[wanted] == 0) return "a trace is missing:\n" + truth_.describe_configuration(wanted);
    }
    const engine::Statistics& statistics = explorer.statistics();
    if (statistics.deadlocks != truth_.deadlock_count()) return "deadlocks are counted wrongly";
    const Algorithm algorithm = explorer.options().algorithm;
    const bool is_optimal = algorithm == Algorithm::Qpor || algorithm == Algorithm::OptimalDpor;
    if (is_optimal && statistics.blocked != 0) return "an optimal algorithm was blocked";
    if (algorithm != Algorithm::DporNoSleep && statistics.redundant != 0) return "a trace was explored twice";
    if (statistics.executions != statistics.traces + statistics.blocked + statistics.redundant) {
      return "executions are counted wrongly";
    }
    return "";
  }

  std::string error;
  std::uint64_t traces = 0;

 private:
  bool fail(std::string what) {
    error = std::move(what);
    return false;
  }
  const oracle::GroundTruth& truth_;
  std::vector<std::uint32_t> visits_;
};

/// What an execution makes observable, by the definition: of each event what it is, and of a read of a variable which
/// writes come before it and which is the last; of all others the events before it that it depends on.
std::string class_of(const oracle::GroundTruth& truth, const std::vector<oracle::EventId>& events) {
  using oracle::OpKind;
  const auto is_variable = [&](oracle::EventId event) {
    const OpKind kind = truth.label(event).op.kind;
    return kind == OpKind::Read || kind == OpKind::Write || kind == OpKind::FetchAdd || kind == OpKind::Exchange ||
           kind == OpKind::Cas;
  };
  const auto writes = [&](oracle::EventId event) {
    return is_variable(event) && truth.label(event).mode == oracle::Mode::X;
  };
  std::vector<std::string> names;
  std::vector<std::string> parts;
  std::map<int, int> done;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const oracle::Label& label = truth.label(events[i]);
    names.push_back(truth.thread_name_of(events[i]) + "#" + std::to_string(done[label.thread]++));
    std::set<std::string> before;
    std::string last;
    const bool is_plain_write = label.op.kind == OpKind::Write;
    for (std::size_t j = 0; j < i; ++j) {
      const oracle::Label& other = truth.label(events[j]);
      if (is_variable(events[i])) {
        if (is_plain_write || !writes(events[j]) || other.op.object != label.op.object) continue;
        last = names[j];
      } else if (other.thread == label.thread || !oracle::dependent(label, other)) {
        continue;
      }
      before.insert(names[j]);
    }
    std::string part = names[i] + " " + oracle::to_string(label.op.kind) + " " + std::to_string(label.op.object) + " " +
                       std::to_string(label.op.a) + " " + std::to_string(label.op.b) + " " +
                       std::to_string(label.outcome) + " " + std::to_string(static_cast<int>(label.mode)) + " " + last;
    for (const std::string& name : before) part += "," + name;
    parts.push_back(std::move(part));
  }
  std::sort(parts.begin(), parts.end());
  std::string text;
  for (const std::string& part : parts) text += part + ";";
  return text;
}

/// Compares each trace that observers tell: one of each class, and of no class two.
class ClassJudge final : public engine::Observer {
 public:
  explicit ClassJudge(const oracle::GroundTruth& truth) : truth_(truth) {
    for (const oracle::ConfigId each : truth.maximal()) {
      const oracle::Replay replay = truth.replay(truth.schedule_of(each));
      wanted_.emplace(class_of(truth, replay.events), truth.has_pending_thread(each));
    }
  }

  bool on_trace(const engine::Execution& execution, bool deadlock) override {
    const oracle::Replay replay = truth_.replay(schedule_of(execution));
    if (!replay.configuration) return fail("the oracle cannot follow a trace: " + replay.error);
    const auto found = wanted_.find(class_of(truth_, replay.events));
    if (found == wanted_.end()) return fail("a trace is of no class");
    if (found->second != deadlock) return fail("deadlock is judged wrongly");
    if (!seen_.insert(found->first).second) return fail("a class was told twice");
    ++traces;
    return true;
  }

  std::string finish(const engine::Explorer& explorer) const {
    if (!error.empty()) return error;
    for (const auto& [wanted, is_deadlock] : wanted_) {
      if (!seen_.contains(wanted)) return "a class is missing: " + wanted;
    }
    const engine::Statistics& statistics = explorer.statistics();
    const bool is_sum = statistics.executions == statistics.traces + statistics.blocked + statistics.redundant;
    return is_sum ? "" : "executions are counted wrongly";
  }

  std::string error;
  std::uint64_t traces = 0;

 private:
  bool fail(std::string what) {
    error = std::move(what);
    return false;
  }
  const oracle::GroundTruth& truth_;
  std::map<std::string, bool> wanted_;  // with a deadlock?
  std::set<std::string> seen_;
};

const std::vector<Setting>& settings_of_observers() {
  static const std::vector<Setting> all = {
      {"observers", Algorithm::Observers},
      {"observers, running on", Algorithm::Observers, ThreadOrder::RunOn},
      {"observers, first thread first", Algorithm::Observers, ThreadOrder::FirstThread},
      {"observers, last thread first", Algorithm::Observers, ThreadOrder::LastThread},
  };
  return all;
}

engine::Options options_of(const Setting& setting) {
  engine::Options options;
  options.algorithm = setting.algorithm;
  options.thread_order = setting.order;
  options.exclusive_counts = true;
  options.check = true;
  return options;
}

std::string check_observers(engine::Executor& executor, const oracle::GroundTruth& truth, CheckCounts& counts) {
  for (const Setting& setting : settings_of_observers()) {
    const std::string where = " (" + setting.name + ")";
    ClassJudge judge(truth);
    const auto explorer = engine::make_explorer(executor, options_of(setting), &judge);
    try {
      if (explorer->explore() == engine::Ending::Interrupted) return "the exploration was interrupted" + where;
    } catch (const engine::InternalError& error) {
      return error.what() + where;
    }
    counts.classes += judge.traces;
    counts.redundant += explorer->statistics().redundant;
    counts.blocked += explorer->statistics().blocked;
    if (std::string error = judge.finish(*explorer); !error.empty()) return error + where;
  }
  return "";
}

}  // namespace

std::string check_algorithms(const oracle::Program& program, CheckCounts& counts) {
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
    const std::string where = " (" + setting.name + ")";
    Judge judge(truth);
    const auto explorer = engine::make_explorer(*executor, options_of(setting), &judge);
    try {
      if (explorer->explore() == engine::Ending::Interrupted) return "the exploration was interrupted" + where;
    } catch (const engine::InternalError& error) {
      return error.what() + where;
    }
    counts.traces += judge.traces;
    if (std::string error = judge.finish(*explorer); !error.empty()) return error + where;
    if (hash && *hash != explorer->trace_set_hash()) return "the hash of the set of traces differs" + where;
    hash = explorer->trace_set_hash();
  }
  return check_observers(*executor, truth, counts);
}

}  // namespace qpor::tests
