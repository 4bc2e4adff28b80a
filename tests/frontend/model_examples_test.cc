// Every example has the traces and deadlocks that its header promises, under every algorithm the same ones; and of the
// papers on observers the numbers of classes.

#include <cstdint>
#include <memory>
#include <regex>
#include <string>
#include <vector>

#include "engine/explorer.h"
#include "tests/frontend/model_driver.h"

namespace qpor::frontend::model {
namespace {

using engine::Algorithm;

// Larger ones are for benchmarks.
constexpr std::uint64_t kMostTraces = 5000;
// Sequences take longer, those without sleep sets much longer.
constexpr std::uint64_t kMostTracesOfSequences = 700;
constexpr std::uint64_t kMostTracesWithoutSleepSets = 30;

struct Promise {
  std::string name;
  std::string text;
  std::string values;
  Definitions definitions;
  std::uint64_t traces;
  std::uint64_t deadlocks;
};

std::vector<Promise> promises(std::uint64_t most_traces) {
  const std::regex line("// expect (.*): ([0-9]+) traces, ([0-9]+) deadlocks");
  const std::regex definition("([A-Za-z_]+)=(-?[0-9]+)");
  std::vector<Promise> all;
  for (const auto& [name, text] : examples()) {
    for (std::sregex_iterator it(text.begin(), text.end(), line), end; it != end; ++it) {
      Promise promise{name, text, (*it)[1], {}, std::stoull((*it)[2]), std::stoull((*it)[3])};
      if (promise.traces > most_traces) continue;
      const std::string& values = promise.values;
      for (std::sregex_iterator each(values.begin(), values.end(), definition); each != end; ++each) {
        promise.definitions.emplace_back((*each)[1], std::stoll((*each)[2]));
      }
      all.push_back(std::move(promise));
    }
  }
  return all;
}

struct Explored {
  engine::Ending ending;
  engine::Statistics statistics;
  std::uint64_t hash;
};

Explored explore(const Promise& promise, Algorithm algorithm) {
  const auto executor = make_executor(compile(promise.text, promise.name, promise.definitions));
  engine::Options options;
  options.algorithm = algorithm;
  options.check = true;
  const auto explorer = engine::make_explorer(*executor, options);
  const engine::Ending ending = explorer->explore();
  return {ending, explorer->statistics(), explorer->trace_set_hash()};
}

TEST(ModelExamples, HaveTheTracesThatTheyPromise) {
  const std::vector<Promise> all = promises(kMostTraces);
  for (const Promise& promise : all) {
    SCOPED_TRACE(promise.name + " " + promise.values);
    const Explored explored = explore(promise, Algorithm::Qpor);
    EXPECT_EQ(explored.ending, engine::Ending::Complete);
    EXPECT_EQ(explored.statistics.traces, promise.traces);
    EXPECT_EQ(explored.statistics.deadlocks, promise.deadlocks);
    EXPECT_EQ(explored.statistics.blocked, 0u);
  }
  EXPECT_GE(all.size(), 40u);
}

TEST(ModelExamples, HaveTheSameTracesUnderEveryAlgorithm) {
  std::size_t compared = 0;
  for (const Promise& promise : promises(kMostTracesOfSequences)) {
    const Explored reference = explore(promise, Algorithm::Qpor);
    for (const engine::AlgorithmText& each : engine::kAlgorithms) {
      SCOPED_TRACE(promise.name + " " + promise.values + " " + std::string(each.name));
      if (each.algorithm == Algorithm::DporNoSleep && promise.traces > kMostTracesWithoutSleepSets) continue;
      const Explored explored = explore(promise, each.algorithm);
      EXPECT_EQ(explored.ending, engine::Ending::Complete);
      EXPECT_EQ(explored.statistics.deadlocks > 0, promise.deadlocks > 0);
      if (each.algorithm == Algorithm::Observers) {
        EXPECT_LE(explored.statistics.traces, promise.traces);
        continue;
      }
      EXPECT_EQ(explored.statistics.traces, promise.traces);
      EXPECT_EQ(explored.statistics.deadlocks, promise.deadlocks);
      EXPECT_EQ(explored.hash, reference.hash);
      if (each.algorithm == Algorithm::OptimalDpor) {
        EXPECT_EQ(explored.statistics.blocked + explored.statistics.redundant, 0u);
      }
      ++compared;
    }
  }
  EXPECT_GE(compared, 150u);
}

/// [Observers Table 1]: FR and FR-a n * 2^(n-1) + 1, LW n.
TEST(ModelExamples, HaveTheClassesOfObserversOfThePaper) {
  struct Row {
    const char* name;
    Definitions definitions;
    std::uint64_t classes;
  };
  const std::vector<Row> rows = {{"floating_read.model", {{"N", 2}}, 5},
                                 {"floating_read.model", {{"N", 3}}, 13},
                                 {"floating_read.model", {{"N", 4}}, 33},
                                 {"floating_read.model", {{"N", 5}}, 81},
                                 {"floating_read.model", {{"N", 4}, {"ASSERTS", 1}}, 33},
                                 {"floating_read.model", {{"N", 6}, {"ASSERTS", 1}}, 193},
                                 {"last_write.model", {{"N", 3}}, 3},
                                 {"last_write.model", {{"N", 5}}, 5},
                                 {"last_write.model", {{"N", 7}}, 7},
                                 {"observers.model", {{"P", 1}}, 5},
                                 {"observers.model", {{"P", 3}}, 33}};
  for (const Row& row : rows) {
    for (const auto& [name, text] : examples()) {
      if (name != row.name) continue;
      SCOPED_TRACE(name + " " + std::to_string(row.classes));
      const Explored explored = explore({name, text, "", row.definitions, 0, 0}, Algorithm::Observers);
      EXPECT_EQ(explored.statistics.executions, row.classes);
      EXPECT_EQ(explored.statistics.traces, row.classes);
    }
  }
}

}  // namespace
}  // namespace qpor::frontend::model
