// The scheduler against a search through all threads.

#include "engine/execution/scheduler.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine/driver.h"
#include "tests/support/random_program.h"
#include "tests/support/random_source.h"

namespace qpor::engine {
namespace {

class Scheduled {
 public:
  explicit Scheduled(std::string_view model, bool newest_first = false, bool meet_first = false)
      : driver(model, {}, newest_first, meet_first), scheduler(driver.execution.scheduler()) {}
  void push(EventId event) { driver.push(event); }
  void step(std::string_view name) { push(driver.next(name)); }
  EventId pop() { return driver.pop(); }
  std::string chosen() {
    const Scheduler::Choice choice = scheduler.choose();
    if (choice.found == Scheduler::Found::Maximal) return "maximal";
    if (choice.found == Scheduler::Found::Blocked) return "blocked";
    return driver.vocabulary.threads[choice.thread].name;
  }

  Driver driver;
  Scheduler& scheduler;
};

Scheduler::Choice naive_choice(const Driver& driver) {
  Scheduler::Choice choice;
  for (const ThreadId thread : driver.pending_threads()) {
    for (const Outcome outcome : driver.outcomes(thread)) {
      if (!driver.execution.sleep_set().holds(thread, outcome)) return {Scheduler::Found::Step, thread, outcome};
      choice.found = Scheduler::Found::Blocked;
    }
  }
  return choice;
}

TEST(Scheduler, TakesTheLowestEnabledThread) {
  Scheduled scheduled("mutex m; thread a { lock(m); unlock(m); } thread b { lock(m); unlock(m); }");
  EXPECT_EQ(scheduled.chosen(), "a");
  scheduled.step("b");
  EXPECT_EQ(scheduled.chosen(), "b") << "a is blocked";
  EXPECT_EQ(scheduled.chosen(), "b") << "asking changes nothing";
  scheduled.step("b");
  EXPECT_EQ(scheduled.chosen(), "a") << "the unlock woke it";
}

TEST(Scheduler, TellsMaximalFromBlocked) {
  Scheduled scheduled("mutex m; thread a { lock(m); } thread b { lock(m); }");
  scheduled.driver.disabled.add(scheduled.driver.next("a"), 0);
  EXPECT_EQ(scheduled.chosen(), "b") << "a is asleep";
  scheduled.driver.disabled.add(scheduled.driver.next("b"), 0);
  EXPECT_EQ(scheduled.chosen(), "blocked");
  scheduled.step("a");
  EXPECT_EQ(scheduled.chosen(), "maximal") << "a deadlock is maximal";
}

TEST(Scheduler, FindsAnotherOutcomeOfASleepingThread) {
  Scheduled scheduled("thread a { choose(2); }");
  scheduled.driver.disabled.add(scheduled.driver.next("a", 0), 0);
  const Scheduler::Choice choice = scheduled.scheduler.choose();
  EXPECT_EQ(choice.found, Scheduler::Found::Step);
  EXPECT_EQ(choice.outcome.value, 1);
}

TEST(Scheduler, WakesJoinersAndNewThreads) {
  Scheduled scheduled("proc p() { } thread main { local h = create p(); join(h); }");
  scheduled.step("main");
  EXPECT_EQ(scheduled.chosen(), "p@main.0") << "main waits for the exit";
  scheduled.step("p@main.0");
  scheduled.step("p@main.0");
  EXPECT_EQ(scheduled.chosen(), "main");
}

/// Random walks through C with sleep sets; judge(driver, choice) sees each choice. Returns how many found all asleep.
template <class Judge>
std::uint64_t walk(bool newest_first, bool meet_first, Judge&& judge) {
  const std::uint64_t seed = seed_or(1);
  std::uint64_t blocked = 0;
  for (std::uint64_t round = 0; round < 300; ++round) {
    oracle::RandomSource random(seed * 10'000 + round);
    const auto& families = oracle::all_families();
    const oracle::Program program = oracle::random_program(families[round % families.size()], seed * 10'000 + round);
    SCOPED_TRACE(program.name);
    Scheduled scheduled(oracle::to_model_text(program), newest_first, meet_first);
    Driver& driver = scheduled.driver;
    for (int i = 0; i < 100; ++i) {
      const Scheduler::Choice choice = scheduled.scheduler.choose();
      judge(driver, choice);
      if (testing::Test::HasFatalFailure()) return blocked;
      if (choice.found == Scheduler::Found::Blocked) ++blocked;
      std::vector<EventId> open;
      for (const ThreadId thread : driver.pending_threads()) {
        for (const Outcome outcome : driver.outcomes(thread)) {
          if (!driver.execution.sleep_set().holds(thread, outcome)) open.push_back(driver.next(thread, outcome.value));
        }
      }
      if (!open.empty() && random.chance(70)) {
        scheduled.push(random.pick(open));
      } else if (!driver.configuration.empty()) {
        const EventId event = scheduled.pop();
        const Mode mode = driver.structure[event].mode;
        if (mode == Mode::Exclusive || mode == Mode::Shared) driver.disabled.add(event, driver.configuration.size());
      }
    }
  }
  return blocked;
}

TEST(Scheduler, AgreesWithASearchThroughAllThreadsOnRandomWalks) {
  const std::uint64_t blocked = walk(false, false, [](const Driver& driver, const Scheduler::Choice& choice) {
    const Scheduler::Choice expected = naive_choice(driver);
    ASSERT_EQ(choice.found, expected.found);
    ASSERT_EQ(choice.thread, expected.thread);
    ASSERT_EQ(choice.outcome, expected.outcome);
  });
  EXPECT_GE(blocked, 20u) << "the walks hardly ever met a sleep set";
}

TEST(Scheduler, WithMeetingsItStepsWheneverSomebodyCanAndOnlyAsItCan) {
  for (const bool newest_first : {false, true}) {
    walk(newest_first, true, [](const Driver& driver, const Scheduler::Choice& choice) {
      ASSERT_EQ(choice.found, naive_choice(driver).found);
      if (choice.found != Scheduler::Found::Step) return;
      const auto outcomes = driver.outcomes(choice.thread);
      ASSERT_NE(std::find(outcomes.begin(), outcomes.end(), choice.outcome), outcomes.end()) << "it is blocked";
      ASSERT_FALSE(driver.execution.sleep_set().holds(choice.thread, choice.outcome)) << "it is asleep";
    });
  }
}

}  // namespace
}  // namespace qpor::engine
