// What befalls an exploration from below: executors that throw, lie or run out of memory.

#include "frontend/explore/run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/explorer.h"
#include "frontend/model/model.h"
#include "frontend/program/flight_recorder.h"
#include "frontend/report/report.h"
#include "tests/frontend/command_driver.h"

namespace qpor::frontend {
namespace {

/// A model, with something that happens at a step or after a rewind.
class Meddler final : public engine::Executor {
 public:
  using Meddle = std::function<void(std::vector<engine::OperationId>& pending)>;

  explicit Meddler(const char* text) : inner_(model::make_executor(model::compile(text, "test.model"))) {}
  Meddle on_step;
  Meddle on_rewind;
  /// At the nth step of the executor's life, while that is not known.
  std::optional<std::pair<int, engine::Interruption>> planned;
  engine::Knowledge known;

  void set_knowledge(const engine::Knowledge& knowledge) override { known = knowledge; }
  void start(engine::Vocabulary& vocabulary) override {
    interruption_ = {};
    inner_->start(vocabulary);
    copy();
  }
  void step(engine::ThreadId thread, engine::Value result) override {
    inner_->step(thread, result);
    copy();
    if (on_step) on_step(pending_);
    if (planned && --planned->first <= 0 && known != planned->second.knowledge) interruption_ = planned->second;
  }
  void rewind(std::size_t steps) override {
    inner_->rewind(steps);
    copy();
    if (on_rewind) on_rewind(pending_);
  }
  const engine::Failure* failure(engine::ThreadId thread) const override { return inner_->failure(thread); }
  engine::Location location(std::uint32_t site) const override { return inner_->location(site); }

 private:
  void copy() {
    pending_.resize(inner_->thread_bound());
    for (std::size_t i = 0; i < pending_.size(); ++i) pending_[i] = inner_->pending(static_cast<engine::ThreadId>(i));
  }
  std::unique_ptr<engine::Executor> inner_;
};

Result run_meddled(std::unique_ptr<Meddler> meddler, const Options& options = {}) {
  Input input;
  input.path = "test.model";
  input.executor = std::move(meddler);
  input.source_line = [](const engine::Location&) { return std::string(); };
  Drawing drawing;
  return run(input, options, drawing, nullptr);
}

TEST(Run, ReportsWhatItHasWhenMemoryRunsOut) {
  auto meddler = std::make_unique<Meddler>(kSafe);
  meddler->on_rewind = [](auto&) { throw std::bad_alloc(); };
  const Result result = run_meddled(std::move(meddler));
  EXPECT_EQ(result.exit_code(), ExitCode::Incomplete);
  EXPECT_EQ(result_line(result),
            "RESULT: incomplete - 1 trace explored without a defect under sequential consistency; out of memory");
  EXPECT_EQ(result.statistics.threads, 2u);
}

TEST(Run, ReportsAnInternalErrorAsSuch) {
  auto meddler = std::make_unique<Meddler>(kSafe);
  meddler->on_step = [](auto&) { throw engine::InternalError("broken"); };
  const Result result = run_meddled(std::move(meddler));
  EXPECT_EQ(result.exit_code(), ExitCode::Internal);
  EXPECT_EQ(result.verdict(), Verdict::Incomplete);
  EXPECT_EQ(texts_of(result.incomplete_reasons), std::vector<std::string>{"internal error: broken"});
}

TEST(Run, ReportsAProgramThatDoesNotRepeatItself) {
  auto meddler = std::make_unique<Meddler>("var x, y; thread a { x = 1; } thread b { x = 2; } thread c { y = 3; }");
  meddler->on_rewind = [](std::vector<engine::OperationId>& pending) {
    std::rotate(pending.begin(), pending.begin() + 1, pending.end());
  };
  const Result result = run_meddled(std::move(meddler));
  EXPECT_EQ(result.exit_code(), ExitCode::Incomplete);
  EXPECT_TRUE(result.defects.empty()) << "it is none of the program's";
  ASSERT_TRUE(result.divergence.has_value());
  EXPECT_EQ(result.divergence->by, FoundDivergence::By::Replay);
  EXPECT_FALSE(result.divergence->thread.empty());
  ASSERT_EQ(result.incomplete_reasons.size(), 1u);
  EXPECT_EQ(result.incomplete_reasons[0].kind, ReasonKind::ChangesFromRunToRun);
}

TEST(Run, RestartsWithWhatWasLearnt) {
  const Result plain = run_meddled(std::make_unique<Meddler>(kSafe));
  for (const int step : {1, 3, 6}) {
    auto meddler = std::make_unique<Meddler>(kSafe);
    engine::Interruption restart{engine::Interruption::Kind::Restart};
    restart.knowledge.learn(engine::SharedRange{64, 8});
    meddler->planned = {step, restart};
    const Result result = run_meddled(std::move(meddler));
    EXPECT_EQ(result.knowledge, restart.knowledge);
    EXPECT_EQ(result.statistics.traces, plain.statistics.traces);
    EXPECT_EQ(result.statistics.executions, plain.statistics.executions) << "of the last exploration only";
    EXPECT_EQ(result.verdict(), Verdict::Safe);
  }
}

TEST(Run, ReportsALimitOfTheExecutor) {
  auto meddler = std::make_unique<Meddler>(kSafe);
  engine::Interruption limit{engine::Interruption::Kind::Limit};
  limit.message = "the program has too much of it";
  limit.knowledge.orders_barriers = true;
  meddler->planned = {2, limit};
  const Result result = run_meddled(std::move(meddler));
  EXPECT_EQ(result.exit_code(), ExitCode::Incomplete);
  EXPECT_EQ(result.incomplete_reasons, (std::vector<Reason>{{ReasonKind::ExecutorLimit, {limit.message}}}));
  EXPECT_EQ(text_of(result.incomplete_reasons[0]), "the program has too much of it");
}

TEST(Run, StopsAfterTooManyDistinctDefects) {
  Options options;
  options.keep_going = true;
  const Result result = run_meddled(std::make_unique<Meddler>("var x; thread t[2000] { assert(0); }"), options);
  EXPECT_EQ(result.defects.size(), kMostDefects);
  EXPECT_EQ(text_of(result.incomplete_reasons.front()), "stopped after 1000 distinct defects");
  EXPECT_EQ(result.exit_code(), ExitCode::Defect);
}

}  // namespace
}  // namespace qpor::frontend
