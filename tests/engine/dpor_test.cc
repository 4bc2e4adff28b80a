// The algorithms of engine/dpor on the programs of their papers: traces, blocked executions in a fixed order of
// threads, nodes of wakeup trees. The numbers of blocked executions come from an implementation in another language
// that shares no code with this one; they hold for one order of threads only.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "engine/explorer.h"
#include "frontend/model/model.h"
#include "tests/engine/driver.h"

namespace qpor::engine {
namespace {

struct Found {
  Statistics statistics;
  Ending ending{};
  std::uint64_t hash = 0;
};

Found explore(const std::string& model, Options options, const Definitions& definitions = {}) {
  const auto executor = frontend::model::make_executor(frontend::model::compile(model, "test.model", definitions));
  options.check = true;
  const auto explorer = make_explorer(*executor, options);
  Found found;
  found.ending = explorer->explore();
  found.statistics = explorer->statistics();
  found.hash = explorer->trace_set_hash();
  return found;
}

Options options_of(Algorithm algorithm, ThreadOrder order = ThreadOrder::RunOn) {
  Options options;
  options.algorithm = algorithm;
  options.thread_order = order;
  return options;
}

/// Under source-DPOR and classic DPOR; optimal DPOR has no others than these traces.
void expect_runs(const std::string& model, const Definitions& definitions, std::uint64_t traces, std::uint64_t source,
                 std::uint64_t classic, ThreadOrder order = ThreadOrder::RunOn) {
  const Found by_source = explore(model, options_of(Algorithm::SourceDpor, order), definitions);
  EXPECT_EQ(by_source.statistics.traces, traces);
  EXPECT_EQ(by_source.statistics.blocked, source);
  const Found by_classic = explore(model, options_of(Algorithm::Dpor, order), definitions);
  EXPECT_EQ(by_classic.statistics.traces, traces);
  EXPECT_EQ(by_classic.statistics.blocked, classic);
  const Found by_optimal = explore(model, options_of(Algorithm::OptimalDpor, order), definitions);
  EXPECT_EQ(by_optimal.statistics.executions, traces);
  for (const Found& found : {by_classic, by_optimal}) EXPECT_EQ(found.hash, by_source.hash);
}

/// Where they are few: without sleep sets, filesystem(14) has more executions than a test can wait for.
TEST(Dpor, WithoutSleepSetsTracesComeSeveralTimesAndAreToldOnce) {
  const Found found = explore(example("readers"), options_of(Algorithm::DporNoSleep), {{"N", 3}});
  EXPECT_EQ(found.statistics.traces, 8u);
  EXPECT_EQ(found.statistics.blocked, 0u);
  EXPECT_EQ(found.statistics.executions, 8 + found.statistics.redundant);
  EXPECT_EQ(found.hash, explore(example("readers"), options_of(Algorithm::Qpor), {{"N", 3}}).hash);
}

TEST(Dpor, ReadersBlockClassicDporThreeToTheNthTimes) {
  expect_runs(example("readers"), {{"N", 2}}, 4, 0, 1);
  expect_runs(example("readers"), {{"N", 8}}, 256, 0, 3025);  // (3^8 + 1) / 2 executions in all
}

TEST(Dpor, LastzeroBlocksBoth) {
  expect_runs(example("lastzero"), {{"N", 5}}, 64, 13, 36);
  expect_runs(example("lastzero"), {{"N", 7}}, 320, 227, 389);
}

TEST(Dpor, IndexerAndFilesystemBlockNone) {
  expect_runs(example("indexer"), {{"T", 12}}, 8, 0, 0);
  expect_runs(example("filesystem"), {{"T", 14}}, 2, 0, 0);
  expect_runs(example("filesystem"), {{"T", 16}}, 8, 0, 0);
}

TEST(OptimalDpor, WakeupStressHasTwiceNFactorialTracesAndLargeTrees) {
  const std::uint64_t traces[] = {2, 4, 12, 48, 240};
  const std::uint64_t nodes[] = {14, 29, 77, 293, 1515};
  for (std::int64_t n = 1; n <= 5; ++n) {
    const Found found = explore(example("wakeup_stress"), options_of(Algorithm::OptimalDpor), {{"N", n}});
    EXPECT_EQ(found.statistics.executions, traces[n - 1]);
    EXPECT_EQ(found.statistics.blocked, 0u);
    EXPECT_EQ(found.statistics.peak_wakeup_nodes, nodes[n - 1]);
  }
}

TEST(Dpor, AnOutcomeIsABranchOfItsOwn) {
  const std::string model =
      "var x, y; thread p { local c = choose(3); if (c == 0) { x = 1; } else { y = 1; } } thread q { y = 2; }";
  for (const Algorithm algorithm :
       {Algorithm::Qpor, Algorithm::Dpor, Algorithm::DporNoSleep, Algorithm::SourceDpor, Algorithm::OptimalDpor}) {
    EXPECT_EQ(explore(model, options_of(algorithm)).statistics.traces, 5u) << text_of(algorithm);
  }
}

TEST(Dpor, LimitsEndExplorations) {
  for (const Algorithm algorithm : {Algorithm::Dpor, Algorithm::SourceDpor, Algorithm::OptimalDpor}) {
    Options options = options_of(algorithm);
    options.max_traces = 7;
    const Found few = explore(example("lastzero"), options, {{"N", 5}});
    EXPECT_EQ(few.ending, Ending::TraceLimit);
    EXPECT_EQ(few.statistics.traces, 7u);
    options = options_of(algorithm);
    options.max_steps = 4;
    const Found cut = explore(example("lastzero"), options, {{"N", 5}});
    EXPECT_EQ(cut.ending, Ending::Complete);
    EXPECT_EQ(cut.statistics.traces, 0u);
    EXPECT_GT(cut.statistics.truncated, 1u);
    options = options_of(algorithm);
    options.max_context_switches = 0;
    const Found still = explore(example("lastzero"), options, {{"N", 5}});
    EXPECT_EQ(still.ending, Ending::Complete);
    EXPECT_LT(still.statistics.traces, 64u);
    EXPECT_GT(still.statistics.cut_at_switches, 0u);
  }
}

TEST(Dpor, DeadlocksAreTraces) {
  for (const Algorithm algorithm : {Algorithm::Dpor, Algorithm::SourceDpor, Algorithm::OptimalDpor}) {
    const Found found = explore(example("philosophers"), options_of(algorithm, ThreadOrder::Meetings));
    EXPECT_EQ(found.statistics.traces, 7u);
    EXPECT_EQ(found.statistics.deadlocks, 1u);
  }
}

}  // namespace
}  // namespace qpor::engine
