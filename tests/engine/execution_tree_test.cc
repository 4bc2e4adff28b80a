// The tree of executions: executions that begin alike share a path, every end is told, and what is not kept is counted.

#include "engine/report/execution_tree.h"

#include <memory>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/explorer.h"
#include "frontend/model/model.h"
#include "tests/engine/driver.h"

namespace qpor::engine {
namespace {

using End = ExecutionTree::End;

std::unique_ptr<Executor> executor_of(const std::string& model) {
  return frontend::model::make_executor(frontend::model::compile(model, "test.model", {}));
}

/// Each thread's next step, in this order.
void run(Execution& execution, const std::vector<std::uint32_t>& threads) {
  for (const std::uint32_t number : threads) {
    const auto thread = static_cast<ThreadId>(number);
    Outcomes outcomes;
    execution.outcomes(thread, execution.vocabulary().operations[execution.pending(thread)], outcomes);
    ASSERT_FALSE(outcomes.empty());
    execution.push(thread, outcomes.front());
  }
}

std::size_t count(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  return static_cast<std::size_t>(std::distance(std::sregex_iterator(text.begin(), text.end(), regex), {}));
}

constexpr const char* kThreeWriters = "var x; thread a { x = 1; } thread b { x = 2; } thread c { x = 3; }";

TEST(ExecutionTree, SharesWhatExecutionsBeginWith) {
  const auto executor = executor_of(kThreeWriters);
  Execution execution(*executor, {});
  execution.start();
  ExecutionTree tree(100);
  run(execution, {0, 1, 2});
  tree.add(execution, End::Trace);
  execution.rewind(1);
  run(execution, {2, 1});
  tree.add(execution, End::Trace);
  execution.rewind(0);
  run(execution, {1});
  tree.add(execution, End::Blocked);
  EXPECT_EQ(tree.steps(), 6u);
  EXPECT_EQ(tree.executions(), 3u);
  std::ostringstream out;
  EXPECT_EQ(tree.write_dot(out, execution.vocabulary(), {}), 0u);
  const std::string text = out.str();
  EXPECT_EQ(count(text, " s\\d+ -> s\\d+;"), 4u) << text;
  EXPECT_EQ(count(text, "<b>a</b> store x := 1"), 1u) << "both begin with it\n" << text;
  EXPECT_EQ(count(text, "label=\"[12]: trace\""), 2u) << text;
  EXPECT_EQ(count(text, "label=\"3: blocked\""), 1u) << text;
}

TEST(ExecutionTree, CountsWhatItDoesNotKeep) {
  const auto executor = executor_of(kThreeWriters);
  Execution execution(*executor, {});
  execution.start();
  ExecutionTree tree(4);
  for (const std::vector<std::uint32_t>& threads :
       {std::vector<std::uint32_t>{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {0, 1, 2}}) {
    execution.rewind(0);
    run(execution, threads);
    tree.add(execution, End::Trace);
  }
  std::ostringstream out;
  EXPECT_EQ(tree.write_dot(out, execution.vocabulary(), {}), 2u);
  EXPECT_EQ(tree.steps(), 4u);
  EXPECT_NE(out.str().find("2 executions of 4 not drawn to the end"), std::string::npos) << out.str();
}

TEST(ExecutionTree, EndsWhereEachExecutionOfEachAlgorithmEnds) {
  for (const AlgorithmText& each : kAlgorithms) {
    if (each.algorithm == Algorithm::Qpor) continue;
    SCOPED_TRACE(each.name);
    const auto executor = executor_of(example("philosophers"));
    Options options;
    options.algorithm = each.algorithm;
    options.tree_steps = 100'000;
    const auto explorer = make_explorer(*executor, options);
    EXPECT_EQ(explorer->explore(), Ending::Complete);
    std::ostringstream out;
    EXPECT_EQ(explorer->write_dot(out, {}), 0u);
    const std::string text = out.str();
    const Statistics& figures = explorer->statistics();
    EXPECT_EQ(count(text, ": trace\""), figures.traces - figures.deadlocks);
    EXPECT_EQ(count(text, ": deadlock\""), figures.deadlocks);
    EXPECT_EQ(count(text, ": blocked\""), figures.blocked);
    EXPECT_EQ(count(text, ": redundant\""), figures.redundant);
  }
}

}  // namespace
}  // namespace qpor::engine
