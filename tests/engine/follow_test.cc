// A given schedule is followed step by step, and told as an exploration would tell it.

#include "engine/explorer.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "engine/execution/trace.h"
#include "tests/engine/driver.h"
#include "tests/engine/model_run.h"
#include "tests/engine/scripted_executor.h"

namespace qpor::engine {
namespace {

/// Writes down what it is told; with `schedules` also how to get there again.
class Notes final : public Observer {
 public:
  bool on_trace(const Execution& execution, bool deadlock) override {
    note(execution, deadlock ? "deadlock" : "trace");
    return true;
  }
  bool on_failure(const Execution& execution, ThreadId thread, const Failure& failure) override {
    note(execution, std::string(text_of(failure.kind)) + " of " + thread_name(execution, thread));
    return go_on;
  }

  bool go_on = true;
  std::vector<std::string> told;
  std::vector<Schedule> schedules;
  std::vector<std::uint64_t> hashes;

 private:
  static std::string thread_name(const Execution& execution, ThreadId thread) {
    return execution.vocabulary().threads[thread].name;
  }
  void note(const Execution& execution, std::string what) {
    told.push_back(std::move(what));
    const Trace trace(execution);
    schedules.push_back(schedule_of(trace, trace.all()));
    hashes.push_back(trace.hash());
  }
};

std::unique_ptr<Executor> executor_of(std::string_view model) {
  return frontend::model::make_executor(frontend::model::compile(model, "test.model"));
}

Schedule steps(std::initializer_list<ScheduledStep> list) { return {{}, list}; }
ScheduledStep by(std::uint32_t thread) { return {static_cast<ThreadId>(thread), std::nullopt}; }
ScheduledStep by(std::uint32_t thread, std::int32_t outcome) { return {static_cast<ThreadId>(thread), outcome}; }

constexpr const char* kAbba =
    "mutex m, n; thread a { lock(m); lock(n); unlock(n); unlock(m); } thread b { lock(n); lock(m); }";

TEST(Follow, ReachesEveryTraceAndFailureOfAnExplorationAgain) {
  const std::vector<std::string> models = {
      kAbba,
      example("philosophers"),
      "var x; cond c; thread w[3](i) { await(c); x = x * 10 + i; } thread s { signal(c); signal(c); local n = "
      "choose(3);"
      " assert(n != 1 || x != 21); }",
      "cond c; mutex m; thread w { lock(m); local k = timedwait(c, m); unlock(m); assert(k); } thread s { signal(c); }",
      "mutex m; proc p(n) { lock(m); if (n > 0) { local h = create p(n - 1); join(h); } unlock(m); }\n"
      "thread one { local h = create p(0); join(h); } thread main { local h = create p(2); join(h); }",
      "barrier b(2); var x; thread t[3] { arrive(b); x = x + 1; assert(x < 3); }",
  };
  for (const std::string& model : models) {
    SCOPED_TRACE(model);
    Notes found;
    const auto executor = executor_of(model);
    make_explorer(*executor, {}, &found)->explore();
    ASSERT_FALSE(found.schedules.empty());
    for (std::size_t i = 0; i < found.schedules.size(); ++i) {
      const auto again = executor_of(model);
      Notes notes;
      const auto follower = make_follower(*again, {}, found.schedules[i], &notes);
      EXPECT_EQ(follower->explore(), Ending::Complete);
      // A failure may come with the last step of all, and then the trace is told as well.
      EXPECT_EQ(std::count(notes.told.begin(), notes.told.end(), found.told[i]), 1);
      ASSERT_FALSE(notes.hashes.empty());
      EXPECT_EQ(notes.hashes.back(), found.hashes[i]);
      EXPECT_EQ(follower->statistics().executions, 1u);
      EXPECT_EQ(follower->statistics().steps, found.schedules[i].steps.size());
    }
  }
}

TEST(Follow, FillsInTheStatistics) {
  const auto executor = executor_of(kAbba);
  Notes notes;
  const Schedule schedule = steps({by(0), by(1)});
  const auto follower = make_follower(*executor, {}, schedule, &notes);
  follower->explore();
  EXPECT_EQ(notes.told, std::vector<std::string>{"deadlock"});
  const Statistics& statistics = follower->statistics();
  EXPECT_EQ(statistics.executions, 1u);
  EXPECT_EQ(statistics.traces, 1u);
  EXPECT_EQ(statistics.deadlocks, 1u);
  EXPECT_EQ(statistics.steps, 2u);
  EXPECT_EQ(statistics.events, 2u);
  EXPECT_EQ(statistics.threads, 2u);
  EXPECT_EQ(statistics.objects, 2u);
  EXPECT_EQ(statistics.longest_trace, 2u);
}

TEST(Follow, EndsSilentlyWhereThreadsCouldGoOn) {
  const auto executor = executor_of(kAbba);
  Notes notes;
  const Schedule schedule = steps({by(0)});
  const auto follower = make_follower(*executor, {}, schedule, &notes);
  EXPECT_EQ(follower->explore(), Ending::Complete);
  EXPECT_TRUE(notes.told.empty());
  EXPECT_EQ(follower->statistics().traces, 0u);
}

TEST(Follow, StopsAtAFailureWhenTheObserverSaysSo) {
  const auto executor = executor_of("var x; thread a { x = 1; assert(0); } thread b { x = 2; }");
  Notes notes;
  notes.go_on = false;
  const Schedule schedule = steps({by(0), by(1)});
  const auto follower = make_follower(*executor, {}, schedule, &notes);
  EXPECT_EQ(follower->explore(), Ending::Stopped);
  EXPECT_EQ(notes.told, std::vector<std::string>{"assertion of a"});
  EXPECT_EQ(follower->statistics().steps, 1u);
}

TEST(Follow, SaysWhichStepIsImpossibleAndWhatTheThreadWantedToDo) {
  struct Case {
    const char* model;
    Schedule schedule;
    std::string message;
  };
  const std::vector<Case> table = {
      {kAbba, steps({by(7)}), "step 1: there is no thread of number 7"},
      {kAbba, steps({by(0), by(1), by(0)}), "step 3: a is blocked: it waits to do 'lock n'"},
      {"var x; thread a { x = 1; }", steps({by(0), by(0)}), "step 2: a has ended before"},
      {"thread a { }", steps({by(0)}), "step 1: a does not exist, or has nothing to do"},
      {"var x; thread a { x = 1; assert(0); }", steps({by(0), by(0)}), "step 2: a has failed before"},
      {"thread a { choose(3); }", steps({by(0)}),
       "step 1: a does 'choose', which has 3 outcomes, and the step does not say which"},
      {"thread a { choose(3); }", steps({by(0, 3)}), "step 1: a does 'choose', which cannot have the outcome 3 here"},
      {"cond c; thread a { signal(c); }", steps({by(0, 0)}),
       "step 1: a does 'signal c', which cannot have the outcome 0 here"},
  };
  for (const Case& each : table) {
    const auto executor = executor_of(each.model);
    const auto follower = make_follower(*executor, {}, each.schedule);
    try {
      follower->explore();
      ADD_FAILURE() << "followed, instead of: " << each.message;
    } catch (const ImpossibleStep& error) {
      EXPECT_EQ(error.what(), each.message);
    }
  }
}

TEST(Follow, GivesThreadsTheIdsOfTheSchedule) {
  constexpr const char* kModel = "var x; proc p() { x = 1; } thread a { local h = create p(); join(h); } thread b { }";
  const auto executor = executor_of(kModel);
  // As after an exploration that met the child of a before b.
  Schedule schedule;
  schedule.threads = {{"a", 0, kNoThread, 0}, {"child", 0, ThreadId{0}, 0}, {"b", 0, kNoThread, 1}};
  schedule.steps = {by(0), by(1), by(1), by(1), by(0)};
  const auto follower = make_follower(*executor, {}, schedule);
  EXPECT_EQ(follower->explore(), Ending::Complete);
  EXPECT_EQ(follower->statistics().traces, 1u);
  EXPECT_EQ(follower->vocabulary().threads[ThreadId{1}].name, "child");
  EXPECT_EQ(follower->vocabulary().threads.size(), 3u);
}

TEST(Follow, RefusesThreadsInAnOrderThatCannotBe) {
  const auto problem = [](std::vector<Thread> threads) { return problem_of({std::move(threads), {}}); };
  EXPECT_EQ(problem({{"child", 0, ThreadId{1}, 0}, {"a", 0, kNoThread, 0}}), "a thread comes before its creator");
  EXPECT_EQ(problem({{"a", 0, kNoThread, 0}, {"b", 0, kNoThread, 0}}), "a thread is there twice");
  EXPECT_EQ(problem({{"a", 0, kNoThread, 0}, {"b", 0, ThreadId{0}, 0}}), "");
}

TEST(Follow, RefusesStepsOfThreadsThatAreNotThere) {
  const std::vector<Thread> threads = {{"a", 0, kNoThread, 0}, {"b", 0, kNoThread, 1}};
  const auto problem = [&](const ScheduledStep& step) { return problem_of({threads, {step}}); };
  EXPECT_EQ(problem(by(1)), "");
  EXPECT_EQ(problem(by(2)), "a step is one of no thread");
  EXPECT_EQ(problem({ThreadId{0}, 1, true}), "");
  EXPECT_EQ(problem({ThreadId{0}, kLostSignal, true}), "");
  EXPECT_EQ(problem({ThreadId{0}, 2, true}), "a step wakes no thread");
  EXPECT_EQ(problem({ThreadId{0}, -2, true}), "a step wakes no thread");
  EXPECT_EQ(problem({ThreadId{0}, std::nullopt, true}), "a step wakes no thread");
}

TEST(Follow, TranslatesThreadsIntoTheIdsOfAVocabulary) {
  Vocabulary vocabulary;
  const ThreadId b = vocabulary.threads.intern(kNoThread, 1, "b");
  const ThreadId a = vocabulary.threads.intern(kNoThread, 0, "a");
  const Schedule schedule =
      in_ids_of(vocabulary,
                {{{"a", 0, kNoThread, 0}, {"c", 0, ThreadId{0}, 3}, {"b", 0, kNoThread, 1}},
                 {{ThreadId{0}, 2, true}, {ThreadId{1}, 2}, {ThreadId{2}, kLostSignal, true}, {ThreadId{0}, 1, true}}});
  ASSERT_EQ(vocabulary.threads.size(), 3u);
  const ThreadId c = vocabulary.threads.intern(a, 3, "c");
  ASSERT_EQ(vocabulary.threads.size(), 3u);
  const auto woken = static_cast<std::int32_t>(index(b));
  EXPECT_EQ(schedule.steps,
            (std::vector<ScheduledStep>{
                {a, woken, true}, {c, 2}, {b, kLostSignal, true}, {a, static_cast<std::int32_t>(index(c)), true}}));
}

TEST(Follow, KnowsAProgramThatHasEnded) {
  ScriptedExecutor executor({{{OperationKind::Store, 1}}, {{OperationKind::Lock, 0}, {OperationKind::Lock, 0}}},
                            {ObjectKind::Mutex, ObjectKind::Variable});
  executor.end_with(ThreadId{0});
  Notes notes;
  const Schedule schedule = steps({by(1), by(0)});
  make_follower(executor, {}, schedule, &notes)->explore();
  EXPECT_EQ(notes.told, std::vector<std::string>{"trace"});
}

}  // namespace
}  // namespace qpor::engine
