// The schedules in the JSON reproduce their defects: they are replayed here step by step, with nothing but the
// semantics of the engine to help.

#include "frontend/report/schedule.h"

#include <map>
#include <string>
#include <vector>

#include "engine/execution/execution.h"
#include "engine/report/message_text.h"
#include "frontend/model/model.h"
#include "tests/frontend/command_driver.h"

namespace qpor::frontend {
namespace {

using engine::index;
using engine::kNoOperation;
using engine::ThreadId;
using nlohmann::json;

std::string text(const json& value) { return value.get<std::string>(); }

class Replay {
 public:
  Replay(const std::string& source, const std::string& name, const model::Definitions& definitions)
      : executor_(model::make_executor(model::compile(source, name, definitions))),
        execution_(*executor_, {}),
        vocabulary_(execution_.vocabulary()) {
    execution_.start();
  }

  /// "" or what is wrong with the step.
  std::string step(const json& step) {
    const std::string name = step["thread"];
    for (std::uint32_t i = 0; i < vocabulary_.threads.size(); ++i) {
      const auto thread = static_cast<ThreadId>(i);
      if (vocabulary_.threads[thread].name == name) return step_thread(thread, step);
    }
    return "there is no thread " + name;
  }

  bool has_failed(const json& defect) const {
    for (std::uint32_t i = 0; i < vocabulary_.threads.size(); ++i) {
      const auto thread = static_cast<ThreadId>(i);
      const engine::Failure* const failure = executor_->failure(thread);
      if (failure == nullptr || vocabulary_.threads[thread].name != text(defect["thread"])) continue;
      return engine::text_of(failure->kind) == text(defect["kind"]) &&
             engine::text_of(failure->message) == text(defect["message"]) &&
             failure->location.line == defect["location"]["line"];
    }
    return false;
  }

  /// The names of the blocked threads; empty when some thread can go on.
  std::vector<std::string> blocked() const {
    std::vector<std::string> names;
    for (std::uint32_t i = 0; i < executor_->thread_bound(); ++i) {
      const auto thread = static_cast<ThreadId>(i);
      if (executor_->pending(thread) == kNoOperation) continue;
      if (!outcomes(thread).empty()) return {};
      names.push_back(vocabulary_.threads[thread].name);
    }
    return names;
  }

 private:
  engine::Outcomes outcomes(ThreadId thread) const {
    engine::Outcomes all;
    execution_.outcomes(thread, vocabulary_.operations[executor_->pending(thread)], all);
    return all;
  }

  std::string step_thread(ThreadId thread, const json& step) {
    const engine::OperationId id = executor_->pending(thread);
    if (id == kNoOperation) return "nothing is pending";
    const engine::Operation operation = vocabulary_.operations[id];
    std::vector<engine::Outcome> fitting;
    for (const engine::Outcome outcome : outcomes(thread)) {
      if (fits(operation, outcome, step)) fitting.push_back(outcome);
    }
    if (fitting.size() != 1) return std::to_string(fitting.size()) + " outcomes fit";
    execution_.push(thread, fitting.front());
    return "";
  }

  bool fits(const engine::Operation& operation, engine::Outcome outcome, const json& step) const {
    if (!step.contains("outcome")) return true;
    if (operation.kind == engine::OperationKind::Signal) {
      return outcome.value >= 0 &&
             vocabulary_.threads[static_cast<ThreadId>(outcome.value)].name == text(step["outcome"]);
    }
    return outcome.value == step["outcome"];
  }

  std::unique_ptr<engine::Executor> executor_;
  engine::Execution execution_;
  const engine::Vocabulary& vocabulary_;
};

/// Replays every defect; returns how many there were.
std::size_t expect_reproducible(const std::string& path, const std::vector<std::string>& options,
                                const model::Definitions& definitions = {}) {
  std::vector<std::string> arguments = options;
  arguments.insert(arguments.end(), {"--keep-going", path});
  for (const auto& [name, value] : definitions) arguments.push_back("-D" + name + "=" + std::to_string(value));
  const json all = json_of(arguments);
  std::ifstream file(path, std::ios::binary);
  const std::string source(std::istreambuf_iterator<char>(file), {});
  for (const json& defect : all["defects"]) {
    Replay replay(source, path, definitions);
    for (std::size_t i = 0; i < defect["schedule"].size(); ++i) {
      const std::string wrong = replay.step(defect["schedule"][i]);
      EXPECT_EQ(wrong, "") << "step " << i << " of " << defect;
      if (!wrong.empty()) break;
    }
    if (defect["kind"] == "deadlock") {
      std::vector<std::string> waiting;
      for (const json& step : defect["waiting"]) waiting.push_back(step["thread"]);
      EXPECT_EQ(replay.blocked(), waiting) << defect;
    } else {
      EXPECT_TRUE(replay.has_failed(defect)) << defect;
    }
  }
  return all["defects"].size();
}

const std::vector<std::vector<std::string>> kWays = {{}, {"--k=1"}, {"--k=2", "--no-prune"}, {"--alt=none"}};

TEST(Schedule, ReproducesTheDefectsOfAllExamples) {
  std::size_t defects = 0;
  for (const auto& entry : std::filesystem::directory_iterator(repository_file("examples/models"))) {
    if (entry.path().extension() != ".model") continue;
    SCOPED_TRACE(entry.path().filename());
    defects += expect_reproducible(entry.path().string(), {"--max-traces=500"});
  }
  EXPECT_GT(defects, 1u);
}

TEST(Schedule, ReproducesFailuresAndDeadlocksOfEveryKind) {
  const std::vector<const char*> models = {
      kAbba,
      kRace,
      // who is woken, and what is chosen
      "var x; cond c; thread w[3](i) { await(c); x = x * 10 + i + 1; }\n"
      "thread s { signal(c); signal(c); local n = choose(3); assert(n != 1 || x != 21); }",
      "fifo cond c; mutex m; thread w[2] { lock(m); wait(c, m); unlock(m); } thread s { signal(c); broadcast(c); }",
      "sem s = 1; thread t[3] { acquire(s); if (tryacquire(s)) { assert(0); } post(s); acquire(s); }",
      "rwlock l; thread r[2] { rdlock(l); wrlock(l); } thread w { wrlock(l); wrunlock(l); rdunlock(l); }",
      "barrier b(3); thread t[2] { arrive(b); }",
      "barrier b(2); var x; thread t[3] { arrive(b); x = x + 1; assert(x < 3); }",
      "cond c; mutex m; var x; thread w { lock(m); local k = timedwait(c, m); x = k; unlock(m); assert(x != 1); }\n"
      "thread s { signal(c); }",
      "mutex m; proc p(n) { lock(m); if (n > 0) { local h = create p(n - 1); join(h); } unlock(m); }\n"
      "thread main { local h = create p(2); join(h); }",
      "var x; thread a { assert(0); } thread b { x = 1 / x; }",
      // a thread that has nothing to do with the deadlock, before and after
      "mutex m, n; var x, y; thread a { lock(m); x = 1; lock(n); } thread b { lock(n); lock(m); y = x; }\n"
      "thread other { y = 1; x = y; y = 2; }",
  };
  for (const char* each : models) {
    SCOPED_TRACE(each);
    const ModelFile model(each);
    for (const auto& way : kWays) EXPECT_GT(expect_reproducible(model.path(), way), 0u);
  }
}

TEST(Schedule, ShowsOnlyTheCausalPast) {
  const ModelFile model(kRace);
  const json all = json_of({model.path()});
  ASSERT_EQ(all["defects"].size(), 1u);
  for (const json& step : all["defects"][0]["trace"]) EXPECT_NE(step["thread"], "bystander");
}

TEST(Schedule, ShowsWhoMadeADeadlockEvenWhenItHasEnded) {
  const ModelFile model("sem s = 1; var x; thread a { acquire(s); } thread b { acquire(s); } thread c { x = 1; }");
  const json all = json_of({model.path()});
  ASSERT_EQ(all["defects"].size(), 1u);
  const json& defect = all["defects"][0];
  ASSERT_EQ(defect["trace"].size(), 1u) << "the acquire that took the only one, and nothing of c";
  EXPECT_EQ(defect["trace"][0]["operation"], "acquire");
  EXPECT_EQ(defect["schedule"].size(), 2u) << "c must end before it is a deadlock";
}

std::size_t switches_in(const json& trace) {
  std::size_t count = 0;
  for (std::size_t i = 1; i < trace.size(); ++i) count += trace[i]["thread"] != trace[i - 1]["thread"];
  return count;
}

TEST(Schedule, SwitchesThreadsNoMoreThanNeeded) {
  const json missed = json_of({repository_file("examples/models/missed_signal.model")});
  EXPECT_EQ(switches_in(missed["defects"][0]["trace"]), 1u);
  // main, one worker until it has read, the other, the first one again, main
  const ModelFile race(kRace);
  EXPECT_EQ(switches_in(json_of({race.path()})["defects"][0]["trace"]), 4u);
  // Two threads of a hundred operations each that touch nothing in common but the end.
  const ModelFile apart(
      "var x, y, z; thread a { local i = 0; while (i < 100) { x = i; i = i + 1; } z = 1; }\n"
      "thread b { local i = 0; while (i < 100) { y = i; i = i + 1; } assert(z == 0); }");
  EXPECT_EQ(switches_in(json_of({apart.path()})["defects"][0]["trace"]), 1u);
}

TEST(Schedule, CountsDefectsThatAreTheSameAsOne) {
  // The orders of the accesses to x lead to the same deadlock of a and b and, two of them, to the same failure of c.
  const ModelFile model(
      "mutex m, n; var x;\n"
      "thread a { x = 1; lock(m); lock(n); unlock(n); unlock(m); }\n"
      "thread b { x = 2; lock(n); lock(m); unlock(m); unlock(n); }\n"
      "thread c { local v = x; assert(v != 1); }\n");
  const json all = json_of({"--keep-going", model.path()});
  std::map<std::string, std::uint64_t> occurrences;
  for (const json& defect : all["defects"]) occurrences[defect["kind"]] += defect["occurrences"].get<std::uint64_t>();
  EXPECT_EQ(all["defects"].size(), 2u);
  // x: 3! orders of the three accesses, of which c reads 1 in two.
  EXPECT_EQ(occurrences["assertion"], 2u);
  EXPECT_EQ(occurrences["deadlock"], 4u) << "those of the other four orders; beside a failure it does not count";
  EXPECT_EQ(all["statistics"]["deadlocks"], 6u);
  EXPECT_EQ(all["complete"], false);
  EXPECT_EQ(all["incomplete_reasons"], json({"what lay behind 2 failures was not explored"}));
}

TEST(Schedule, DeadlocksAloneLeaveTheExplorationComplete) {
  const ModelFile model(kAbba);
  const json all = json_of({"--keep-going", model.path()});
  EXPECT_EQ(all["verdict"], "defect");
  EXPECT_EQ(all["complete"], true);
}

}  // namespace
}  // namespace qpor::frontend
