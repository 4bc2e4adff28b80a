// Which traces the explorer runs twice, and whether the exploration is the same for it.

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/execution/twin_order.h"
#include "engine/qpor/explore.h"
#include "engine/report/message_text.h"
#include "frontend/model/model.h"

namespace qpor::engine {
namespace {

constexpr const char* kWriters = "var x; thread a { x = 1; } thread b { x = 2; } thread c { x = 3; }";

/// A model whose threads share something that is no operation, if it is told so: who has run last.
class Twin final : public Executor {
 public:
  Twin(const char* text, bool is_honest)
      : inner_(frontend::model::make_executor(frontend::model::compile(text, "test.model"))), is_honest_(is_honest) {}

  void start(Vocabulary& vocabulary) override {
    inner_->start(vocabulary);
    vocabulary_ = &vocabulary;
    log_.clear();
    update();
  }
  void step(ThreadId thread, Value result) override {
    log_.push_back({thread, result});
    inner_->step(thread, result);
    update();
  }
  void rewind(std::size_t steps) override {
    log_.resize(steps);
    inner_->rewind(steps);
    update();
  }
  const Failure* failure(ThreadId thread) const override { return inner_->failure(thread); }
  bool has_ended() const override { return inner_->has_ended(); }
  Location location(std::uint32_t site) const override { return inner_->location(site); }

  bool has_twins() const override { return true; }
  TwinEnd run_twin(std::span<const TwinStep> order) override {
    if (original_.empty()) original_ = log_;
    inner_->rewind(0);
    ++runs;
    for (const TwinStep& step : order) {
      if (step.part == TwinPart::Rest) continue;
      const Step& each = original_[step.position];
      EXPECT_NE(inner_->pending(each.thread), kNoOperation);
      inner_->step(each.thread, each.result);
    }
    last_.insert(original_[order.back().position].thread);
    return TwinEnd::Alike;
  }
  void leave_twins(bool to_the_end) override {
    inner_->rewind(0);
    log_.clear();
    update();
    const std::vector<Step> again = std::move(original_);
    original_.clear();
    for (std::size_t i = 0; i < again.size() && to_the_end; ++i) step(again[i].thread, again[i].result);
  }
  std::optional<Divergence> compare_with_twins() override {
    ++comparisons;
    const std::set<ThreadId> last = std::move(last_);
    last_.clear();
    if (is_honest_ || (last.size() == 1 && last.contains(log_.back().thread))) return std::nullopt;
    return Divergence{log_.back().thread, {}, "is not always the last"};
  }

  std::size_t runs = 0, comparisons = 0;

 private:
  struct Step {
    ThreadId thread;
    Value result;
  };
  void update() {
    pending_.assign(inner_->thread_bound(), kNoOperation);
    for (std::size_t i = 0; i < pending_.size(); ++i) pending_[i] = inner_->pending(static_cast<ThreadId>(i));
  }

  std::unique_ptr<Executor> inner_;
  Vocabulary* vocabulary_ = nullptr;
  bool is_honest_;
  std::vector<Step> log_, original_;
  std::set<ThreadId> last_;  // of each twin
};

struct Heard final : Observer {
  void on_divergence(const Execution&, const Divergence& divergence) override { heard.push_back(divergence); }
  std::vector<Divergence> heard;
};

TEST(Twins, OfIndependentThreadsShowWhatNoOperationOrders) {
  Twin wrong("var x, y; thread a { x = 1; } thread b { y = 2; }", false);
  Heard observer;
  Qpor explorer(wrong, {}, &observer);
  EXPECT_EQ(explorer.explore(), Ending::Complete);
  ASSERT_EQ(observer.heard.size(), 1u) << "once is enough";
  EXPECT_EQ(text_of(observer.heard[0].text), "is not always the last");
  EXPECT_EQ(explorer.statistics().traces, 1u);
}

TEST(Twins, OfAnHonestProgramShowNothing) {
  for (const Twins which : {Twins::First, Twins::Auto, Twins::All}) {
    Twin honest("var x, y; thread a { x = 1; y = 1; } thread b { y = 2; }", true);
    Heard observer;
    Options options;
    options.twins = which;
    options.check = true;
    Qpor explorer(honest, options, &observer);
    EXPECT_EQ(explorer.explore(), Ending::Complete);
    EXPECT_TRUE(observer.heard.empty());
    EXPECT_GE(honest.comparisons, which == Twins::All ? 2u : 1u);
  }
}

TEST(Twins, LeaveTheExplorationAsItIs) {
  std::vector<std::uint64_t> figures[2];
  for (const bool meets : {true, false}) {
    for (const Twins which : {Twins::Off, Twins::All}) {
      Twin program(kWriters, true);
      Options options;
      options.twins = which;
      options.check = true;
      options.meet_first = meets;
      Qpor explorer(program, options);
      EXPECT_EQ(explorer.explore(), Ending::Complete);
      const Statistics& seen = explorer.statistics();
      EXPECT_EQ(seen.traces, 6u);
      EXPECT_EQ(seen.twin_runs, program.runs);
      EXPECT_EQ(program.comparisons, which == Twins::Off ? 0u : 6u);
      figures[which == Twins::All] = {seen.executions, seen.steps,         seen.events,
                                      seen.extensions, seen.longest_trace, explorer.trace_set_hash()};
    }
    EXPECT_EQ(figures[0], figures[1]);
  }
}

TEST(Twins, AreNotMadeOfTracesWithAFailure) {
  Twin program("var x; thread a { x = 1; assert(0); } thread b { x = 2; }", true);
  Options options;
  options.twins = Twins::All;
  Qpor explorer(program, options);
  explorer.explore();
  EXPECT_EQ(program.runs, 0u);
}

TEST(Twins, OfTheFirstTraceAreSeveralIfItIsShort) {
  for (const bool is_long : {false, true}) {
    Twin program(is_long ? "var x; thread a { local i = 0; while (i < 3000) { x = i; i = i + 1; } }" : kWriters, true);
    Options options;
    options.twins = Twins::First;
    Qpor explorer(program, options);
    explorer.explore();
    if (is_long) {
      EXPECT_EQ(program.runs, 1u);
    } else {
      EXPECT_GT(program.runs, 4u);
    }
    EXPECT_EQ(program.comparisons, 1u);
  }
}

}  // namespace
}  // namespace qpor::engine
