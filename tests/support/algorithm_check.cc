#include "tests/support/algorithm_check.h"

#include <algorithm>
#include <memory>
#include <optional>
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
    engine::Options options;
    options.algorithm = setting.algorithm;
    options.thread_order = setting.order;
    options.exclusive_counts = true;
    options.check = true;
    const auto explorer = engine::make_explorer(*executor, options, &judge);
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
  return "";
}

}  // namespace qpor::tests
