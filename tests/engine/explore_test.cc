// Explore: limits, observers, checks and figures. That it visits every trace once is explore_fuzz_test.cc and
// known_values_test.cc.

#include "engine/qpor/explore.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine/driver.h"
#include "tests/engine/scripted_executor.h"

namespace qpor::engine {
namespace {

constexpr const char* kReaders = "const N = 6; var x; thread w { x = 1; } thread r[N] { x; }";

TEST(Explore, AProgramWithoutOperationsHasOneTrace) {
  const Explored explored = explore("thread a { }");
  EXPECT_EQ(explored.ending, Ending::Complete);
  EXPECT_EQ(explored.statistics.traces, 1u);
  EXPECT_EQ(explored.statistics.deadlocks, 0u);
  EXPECT_EQ(explored.statistics.steps, 0u);
}

TEST(Explore, CountsWhatItDoes) {
  const Explored explored = explore("mutex m; thread a { lock(m); unlock(m); } thread b { lock(m); unlock(m); }");
  EXPECT_EQ(explored.statistics.executions, 2u);
  EXPECT_EQ(explored.statistics.traces, 2u);
  EXPECT_EQ(explored.statistics.events, 8u) << "four events in either order";
  EXPECT_EQ(explored.statistics.peak_events, 8u);
  EXPECT_EQ(explored.statistics.steps, 12u) << "the first execution is repeated in another order";
  EXPECT_EQ(explored.statistics.threads, 2u);
  EXPECT_EQ(explored.statistics.objects, 1u);
  EXPECT_EQ(explored.statistics.longest_trace, 4u);
  EXPECT_GE(explored.statistics.peak_disabled, 1u);
  EXPECT_LE(explored.statistics.peak_disabled, 2u);
  EXPECT_EQ(explored.statistics.truncated, 0u);
}

TEST(Explore, StopsAtTheTraceLimit) {
  for (const std::size_t limit : {1, 5, 63}) {
    Options options;
    options.max_traces = limit;
    const Explored explored = explore(kReaders, options);
    EXPECT_EQ(explored.ending, Ending::TraceLimit);
    EXPECT_EQ(explored.statistics.traces, limit);
  }
  Options options;
  options.max_traces = 64;
  EXPECT_EQ(explore(kReaders, options).statistics.traces, 64u);
  options.max_traces = 65;
  EXPECT_EQ(explore(kReaders, options).ending, Ending::Complete);
}

TEST(Explore, StopsAtTheTimeLimit) {
  Options options;
  options.timeout_seconds = 0;
  const Explored explored = explore(kReaders, options);
  EXPECT_EQ(explored.ending, Ending::TimeLimit);
  EXPECT_LE(explored.statistics.traces, 1u);
}

TEST(Explore, TheTimeLimitEndsALongRunToo) {
  Options options;
  options.timeout_seconds = 0;
  const Explored explored = explore("var x; thread a { while (1) { x = 1; } }", options);
  EXPECT_EQ(explored.ending, Ending::TimeLimit);
  EXPECT_EQ(explored.statistics.traces, 0u);
  EXPECT_LE(explored.statistics.steps, 10'000u);
}

TEST(Explore, CutsExecutionsAtTheStepLimitAndGoesOn) {
  Options options;
  options.max_steps = 10;
  const Explored explored = explore("var x; thread a { while (1) { x; } } thread b { x = 1; }", options);
  EXPECT_EQ(explored.ending, Ending::Complete) << "of what lies within the limit; `truncated` says the rest";
  EXPECT_EQ(explored.statistics.traces, 0u);
  EXPECT_GT(explored.statistics.truncated, 1u);
  EXPECT_EQ(explored.statistics.longest_trace, 10u);
}

TEST(Explore, AStepLimitThatIsNotReachedChangesNothing) {
  Options options;
  options.max_steps = 8;
  const Explored explored = explore(kReaders, options);
  EXPECT_EQ(explored.statistics.truncated, 0u);
  EXPECT_EQ(explored.statistics.traces, 64u);
}

/// Answers with what it is told to.
class Answers final : public Observer {
 public:
  bool on_trace(const Execution& execution, bool deadlock) override {
    ++traces;
    deadlocks += deadlock ? 1 : 0;
    return !trace || trace(execution);
  }
  bool on_failure(const Execution& execution, ThreadId thread, const Failure& failure) override {
    EXPECT_EQ(execution.last_thread(), thread) << "the last step made its thread fail";
    failures.push_back(execution.vocabulary().threads[thread].name + " " + std::string(text_of(failure.kind)));
    return go_on_after_failures;
  }
  bool on_progress(const Execution&) override { return --progress_left != 0; }

  std::function<bool(const Execution&)> trace;
  bool go_on_after_failures = true;
  int progress_left = -1;
  int traces = 0;
  int deadlocks = 0;
  std::vector<std::string> failures;
};

TEST(Explore, TheObserverCanStopAtATrace) {
  Answers answers;
  answers.trace = [&](const Execution&) { return answers.traces < 3; };
  const Explored explored = explore(kReaders, {}, {}, &answers);
  EXPECT_EQ(explored.ending, Ending::Stopped);
  EXPECT_EQ(explored.statistics.traces, 3u);
}

TEST(Explore, TheObserverCanStopBetweenExecutions) {
  Answers answers;
  answers.progress_left = 5;
  const Explored explored = explore(kReaders, {}, {}, &answers);
  EXPECT_EQ(explored.ending, Ending::Stopped);
  EXPECT_EQ(explored.statistics.executions, 5u);
}

TEST(Explore, TheObserverIsToldOfDeadlocks) {
  Answers answers;
  explore(example("philosophers"), {}, {{"N", 3}}, &answers);
  EXPECT_EQ(answers.traces, 7);
  EXPECT_EQ(answers.deadlocks, 1);
}

TEST(Explore, ThreadsThatAreBlockedWhenTheProgramHasEndedAreNoDeadlock) {
  for (const bool ends : {false, true}) {
    // t1 locks twice and is blocked for ever; t0 stands for main.
    ScriptedExecutor executor(
        {{{OperationKind::Store, 1}}, {{OperationKind::Lock, 0}, {OperationKind::Lock, 0}, {OperationKind::Load, 1}}},
        {ObjectKind::Mutex, ObjectKind::Variable});
    if (ends) executor.end_with(ThreadId{0});
    Answers answers;
    Qpor explorer(executor, {}, &answers);
    EXPECT_EQ(explorer.explore(), Ending::Complete);
    EXPECT_EQ(explorer.statistics().traces, 1u);
    EXPECT_EQ(explorer.statistics().deadlocks, ends ? 0u : 1u);
    EXPECT_EQ(answers.deadlocks, ends ? 0 : 1);
  }
}

TEST(Explore, AFailureIsReportedOncePerEvent) {
  // a fails after one event, whatever the others do; it comes last in each of the 8 executions.
  constexpr const char* kFailing = R"(
    var y, x;
    thread w { x = 1; }
    thread r[3] { x; }
    thread a { y = 1; assert(0); }
  )";
  Answers answers;
  const Explored explored = explore(kFailing, {}, {}, &answers);
  EXPECT_EQ(explored.statistics.traces, 8u);
  EXPECT_EQ(answers.failures, std::vector<std::string>{"a assertion"});
}

TEST(Explore, FailuresAfterDifferentEventsAreDifferent) {
  Answers answers;
  explore("var x; thread a { local v = x; assert(v == 7); } thread b { x = 1; } ", {}, {}, &answers);
  EXPECT_EQ(answers.failures.size(), 2u) << "a reads 0 or 1";
}

TEST(Explore, TheObserverCanStopAtAFailure) {
  Answers answers;
  answers.go_on_after_failures = false;
  const Explored explored = explore("var x; thread a { x = 1; assert(0); } thread b { x = 2; }", {}, {}, &answers);
  EXPECT_EQ(explored.ending, Ending::Stopped);
  EXPECT_EQ(answers.failures.size(), 1u);
  EXPECT_EQ(explored.statistics.traces, 0u);
}

TEST(Explore, AFailedThreadIsNoDeadlock) {
  const Explored explored = explore("var x; thread a { x = 1; assert(0); x = 2; }");
  EXPECT_EQ(explored.statistics.traces, 1u);
  EXPECT_EQ(explored.statistics.deadlocks, 0u);
}

TEST(Explore, TheHashOfTheSetOfTracesIsTheSameForEveryAlt) {
  const std::string model = example("fig10");
  const Definitions size{{"N", 3}};
  const std::uint64_t hash = explore(model, {}, size).trace_set_hash;
  for (const std::size_t k : {1, 2, 3}) {
    EXPECT_EQ(explore(model, options_for(AltKind::Partial, k), size).trace_set_hash, hash);
  }
  EXPECT_EQ(explore(model, options_for(AltKind::FirstEvent), size).trace_set_hash, hash);
  EXPECT_EQ(explore(model, options_for(AltKind::None), size).trace_set_hash, hash);
}

TEST(Explore, TheHashOfTheSetOfTracesTellsProgramsApart) {
  const auto hash = [](const char* model) { return explore(model).trace_set_hash; };
  const std::uint64_t readers = hash("var x; thread w { x = 1; } thread r { x; }");
  EXPECT_NE(readers, hash("var x; thread w { x = 2; } thread r { x; }")) << "another value";
  EXPECT_NE(readers, hash("var y; thread w { y = 1; } thread r { y; }")) << "another variable";
  EXPECT_NE(readers, hash("var x; thread r { x; } thread w { x = 1; }"))
      << "threads are known by their place, not by name";
  EXPECT_NE(readers, hash("var x, y; thread w { x = 1; } thread r { y; }")) << "no race";
}

TEST(Explore, TheHashOfAPartIsNotThatOfTheWhole) {
  Options options;
  options.max_traces = 63;
  EXPECT_NE(explore(kReaders, options).trace_set_hash, explore(kReaders).trace_set_hash);
}

TEST(Explore, WithoutLookAheadRunsAreBlocked) {
  const Explored explored = explore(kReaders, options_for(AltKind::None));
  EXPECT_EQ(explored.statistics.traces, 64u);
  EXPECT_GT(explored.statistics.blocked, 0u);
  EXPECT_EQ(explored.statistics.extensions, 0u) << "nobody would look at them";
}

/// Passes a model on, but lies: from the nth time that the program is rewound, a thread announces something else.
class Liar final : public Executor {
 public:
  Liar(std::string_view model, int honest_rewinds)
      : inner_(frontend::model::make_executor(frontend::model::compile(model, "liar.model"))),
        honest_rewinds_(honest_rewinds) {}

  void start(Vocabulary& vocabulary) override {
    vocabulary_ = &vocabulary;
    inner_->start(vocabulary);
    announce();
  }
  void step(ThreadId thread, Value result) override {
    inner_->step(thread, result);
    announce();
  }
  void rewind(std::size_t steps) override {
    inner_->rewind(steps);
    --honest_rewinds_;
    announce();
  }
  const Failure* failure(ThreadId thread) const override { return inner_->failure(thread); }
  Location location(std::uint32_t site) const override { return inner_->location(site); }

 private:
  void announce() {
    pending_.assign(inner_->thread_bound(), kNoOperation);
    for (std::size_t i = 0; i < pending_.size(); ++i) {
      pending_[i] = inner_->pending(static_cast<ThreadId>(i));
      if (pending_[i] == kNoOperation || honest_rewinds_ > 0) continue;
      Operation operation = vocabulary_->operations[pending_[i]];
      if (operation.kind != OperationKind::Store) continue;
      operation.argument += 1000;  // writes something else than the last time
      pending_[i] = vocabulary_->operations.intern(operation);
    }
  }
  std::unique_ptr<Executor> inner_;
  Vocabulary* vocabulary_ = nullptr;
  int honest_rewinds_;
};

TEST(Explore, AnExecutorThatDoesSomethingElseOnReplayIsNoticed) {
  constexpr const char* kWriters = "var x; thread a { x = 1; } thread b { x = 2; } thread c { x = 3; }";
  for (const bool check : {false, true}) {
    Options options;
    options.check = check;
    Liar liar(kWriters, 1);
    Qpor explorer(liar, options);
    EXPECT_EQ(explorer.explore(), Ending::Interrupted) << "the lie went through";
    EXPECT_EQ(explorer.interruption().kind, Interruption::Kind::Nondeterministic);
    EXPECT_NE(explorer.interruption().thread, kNoThread);
  }
}

TEST(Explore, AnHonestWrapperIsNotAccused) {
  Options options;
  options.check = true;
  Liar honest("var x; thread a { x = 1; } thread b { x = 2; } thread c { x = 3; }", 1'000'000);
  Qpor explorer(honest, options);
  EXPECT_EQ(explorer.explore(), Ending::Complete);
  EXPECT_EQ(explorer.statistics().traces, 6u);
}

}  // namespace
}  // namespace qpor::engine
