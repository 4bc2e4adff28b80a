// An exploration in a child process has an outcome whatever becomes of the child.

#include "frontend/explore/apart.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "frontend/base/usage_error.h"

namespace qpor::frontend {
namespace {

const std::vector<std::string> kPrograms = {"a.c"};

Outcome explored(const std::function<Outcome(Reporter&)>& work) {
  const Options options;
  return explore_apart({kPrograms, options, 1e9}, work);
}

Defect defect_at(unsigned line) {
  Defect defect;
  defect.kind = engine::FailureKind::Assertion;
  defect.location.line = line;
  return defect;
}

engine::Schedule schedule_of_main(std::size_t steps) {
  engine::Schedule schedule;
  schedule.threads.resize(1);
  schedule.steps.resize(steps);
  return schedule;
}

TEST(Apart, TheOutcomeOfTheChildComesBack) {
  const Outcome outcome = explored([](Reporter&) {
    Outcome own;
    own.result.came_to_end = true;
    own.picture = "digraph {}";
    return own;
  });
  EXPECT_TRUE(outcome.result.came_to_end);
  EXPECT_EQ(outcome.picture, "digraph {}");
  EXPECT_EQ(outcome.result.exit_code(), ExitCode::Safe);
}

TEST(Apart, WhatTheChildThrowsIsThrown) {
  EXPECT_THROW(explored([](Reporter&) -> Outcome { throw UsageError("cannot"); }), UsageError);
  EXPECT_THROW(explored([](Reporter&) -> Outcome { throw std::bad_alloc(); }), std::bad_alloc);
  EXPECT_THROW(explored([](Reporter&) -> Outcome { throw std::logic_error("no"); }), ChildError);
}

TEST(Apart, DefectsOfAChildThatDiesAreTold) {
  const Outcome outcome = explored([](Reporter& reporter) -> Outcome {
    reporter.begin({}, {});
    reporter.found(defect_at(7), schedule_of_main(3));
    reporter.found(defect_at(8), {});
    raise(SIGKILL);
    return {};
  });
  ASSERT_EQ(outcome.result.defects.size(), 2U);
  EXPECT_EQ(outcome.result.defects[0].location.line, 7U);
  EXPECT_EQ(outcome.result.defects[1].location.line, 8U);
  EXPECT_EQ(outcome.result.schedule.steps.size(), 3U);
  EXPECT_EQ(outcome.result.lost_defects, 0U);
  EXPECT_EQ(outcome.result.verdict(), Verdict::Defect);
  EXPECT_EQ(outcome.result.exit_code(), ExitCode::Internal);
}

TEST(Apart, DefectsBeforeARestartAreToldUnlessThereAreNewerOnes) {
  const auto dies_after_restart = [](bool finds_another) {
    return explored([&](Reporter& reporter) -> Outcome {
      engine::Knowledge known;
      reporter.begin({}, known);
      reporter.found(defect_at(7), schedule_of_main(3));
      known.orders_barriers = true;
      reporter.begin({}, known);
      if (finds_another) reporter.found(defect_at(8), schedule_of_main(2));
      _exit(0);
    });
  };
  const Outcome old = dies_after_restart(false);
  ASSERT_EQ(old.result.defects.size(), 1U);
  EXPECT_EQ(old.result.defects[0].location.line, 7U);
  EXPECT_FALSE(old.result.knowledge.orders_barriers) << "as a replay needs it";
  const Outcome newer = dies_after_restart(true);
  ASSERT_EQ(newer.result.defects.size(), 1U);
  EXPECT_EQ(newer.result.defects[0].location.line, 8U);
  EXPECT_TRUE(newer.result.knowledge.orders_barriers);
}

}  // namespace
}  // namespace qpor::frontend
