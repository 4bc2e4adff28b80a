// Optimal-DPOR with observers where the model language does not get: operations that wait for a value. Each class of
// executions that reads tell apart is found, by comparison with all interleavings of programs that are lists of
// operations; the judge has its own meaning of the operations and its own relation. tests/support/algorithm_check.h
// judges it on models.

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/explorer.h"
#include "tests/engine/model_run.h"
#include "tests/engine/scripted_executor.h"
#include "tests/support/random_source.h"

namespace qpor::engine {
namespace {

using Script = ScriptedExecutor::Script;
using Line = ScriptedExecutor::Line;

/// Scripts on variables, run in one order.
struct Interleaving {
  explicit Interleaving(const std::vector<Script>& scripts) : scripts(scripts), done(scripts.size(), 0) {}

  /// Lines of ScriptedExecutor begin with the value 0.
  struct Variable {
    Value value = 0;
    std::string last;
    std::set<std::string> writes;
  };

  bool can_go_on(std::size_t thread) {
    if (done[thread] == scripts[thread].size()) return false;
    const Line& line = scripts[thread][done[thread]];
    return line.kind != OperationKind::Await || variables[line.object].value == line.argument;
  }
  static std::string seen(const Variable& variable) {
    std::string text = " sees " + variable.last + " of";
    for (const std::string& write : variable.writes) text += " " + write;
    return text;
  }
  void step(std::size_t thread) {
    const Line& line = scripts[thread][done[thread]];
    const std::string name = std::to_string(thread) + "#" + std::to_string(done[thread]++);
    Variable& variable = variables[line.object];
    if (line.kind != OperationKind::Store) told.insert(name + seen(variable));
    const bool fails = line.kind == OperationKind::CompareExchange && variable.value != line.argument;
    if (line.kind == OperationKind::Load || line.kind == OperationKind::Await || fails) return;
    variable.value = line.kind == OperationKind::FetchAdd          ? variable.value + line.argument
                     : line.kind == OperationKind::CompareExchange ? line.argument2
                                                                   : line.argument;
    variable.last = name;
    variable.writes.insert(name);
  }
  /// What was told to operations, and what those that wait at the end have seen.
  std::string name() {
    std::string text;
    for (const std::string& each : told) text += each + "; ";
    for (std::size_t thread = 0; thread < scripts.size(); ++thread) {
      if (done[thread] == scripts[thread].size()) continue;
      text += std::to_string(thread) + " waits" + seen(variables[scripts[thread][done[thread]].object]) + "; ";
    }
    return text;
  }

  const std::vector<Script>& scripts;
  std::vector<std::size_t> done;
  std::map<std::uint32_t, Variable> variables;
  std::set<std::string> told;
};

void add_classes(const Interleaving& from, std::set<std::string>& classes) {
  bool is_maximal = true;
  for (std::size_t thread = 0; thread < from.scripts.size(); ++thread) {
    Interleaving next = from;
    if (!next.can_go_on(thread)) continue;
    is_maximal = false;
    next.step(thread);
    add_classes(next, classes);
  }
  if (is_maximal) classes.insert(Interleaving(from).name());
}

class Recorder final : public Observer {
 public:
  explicit Recorder(const std::vector<Script>& scripts) : scripts_(scripts) {}
  bool on_trace(const Execution& execution, bool) override {
    Interleaving run(scripts_);
    for (std::size_t i = 0; i < execution.size(); ++i) run.step(index(execution[i].thread));
    classes.insert(run.name());
    return true;
  }
  std::set<std::string> classes;

 private:
  const std::vector<Script>& scripts_;
};

std::string text_of(const std::vector<Script>& scripts) {
  std::string text;
  for (const Script& script : scripts) {
    for (const Line& line : script) {
      text += std::string(engine::text_of(line.kind)) + "(" + std::to_string(line.object) + "," +
              std::to_string(line.argument) + "," + std::to_string(line.argument2) + ") ";
    }
    text += "| ";
  }
  return text;
}

Statistics expect_classes(const std::vector<Script>& scripts) {
  std::set<std::string> wanted;
  add_classes(Interleaving(scripts), wanted);
  Statistics statistics;
  for (const ThreadOrder order : {ThreadOrder::RunOn, ThreadOrder::FirstThread, ThreadOrder::LastThread}) {
    ScriptedExecutor executor(scripts, {ObjectKind::Variable, ObjectKind::Variable});
    Recorder recorder(scripts);
    Options options;
    options.algorithm = Algorithm::Observers;
    options.thread_order = order;
    options.check = true;
    options.twins = Twins::Off;
    const auto explorer = make_explorer(executor, options, &recorder);
    EXPECT_EQ(explorer->explore(), Ending::Complete);
    EXPECT_TRUE(recorder.classes == wanted) << text_of(scripts) << recorder.classes.size() << " of " << wanted.size();
    statistics += explorer->statistics();
  }
  return statistics;
}

std::vector<Script> random_scripts(std::uint64_t seed) {
  oracle::RandomSource random(seed);
  std::vector<Script> scripts(static_cast<std::size_t>(random.between(2, 4)));
  int left = 6;
  for (Script& script : scripts) {
    const int lines = random.between(1, scripts.size() == 4 ? 2 : 3);
    for (int i = 0; i < lines && left > 0; ++i, --left) {
      const std::uint32_t object = random.chance(25) ? 1 : 0;
      const Value value = random.below(3);
      switch (random.below(10)) {
        case 0:
        case 1:
        case 2:
        case 3: script.push_back({OperationKind::Store, object, value + 1}); break;
        case 4:
        case 5:
        case 6: script.push_back({OperationKind::Await, object, value}); break;
        case 7: script.push_back({OperationKind::Load, object}); break;
        case 8: script.push_back({OperationKind::FetchAdd, object, 1}); break;
        default: script.push_back({OperationKind::CompareExchange, object, value, 2}); break;
      }
    }
  }
  return scripts;
}

constexpr OperationKind kStore = OperationKind::Store;
constexpr OperationKind kAwait = OperationKind::Await;

TEST(Observers, FindWhereAnOperationIsLetIn) {
  // t2 sees 1 before or after the other store, or waits forever for it has been overwritten.
  expect_classes({{{kStore, 0, 1}}, {{kStore, 0, 2}}, {{kAwait, 0, 1}}});
  expect_classes({{{kStore, 0, 1}}, {{kStore, 0, 2}}, {{kStore, 0, 3}}, {{kAwait, 0, 0}}});
  expect_classes({{{kStore, 0, 1}}, {{kStore, 0, 2}}, {{kAwait, 0, 1}}, {{kAwait, 0, 2}}});
}

TEST(Observers, FindEveryClassWhereOperationsWait) {
  const std::uint64_t seed = seed_of_random_tests();
  Statistics all;
  for (std::uint64_t i = 0; i < 1500; ++i) {
    all += expect_classes(random_scripts(seed * 1'000'000 + i));
    if (HasFailure()) FAIL() << "seed " << seed << ", program " << i;
  }
  std::cout << all.executions << " executions, " << all.redundant << " redundant, " << all.blocked << " blocked\n";
}

}  // namespace
}  // namespace qpor::engine
