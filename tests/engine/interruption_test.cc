// An executor that gives up: wherever that happens, the exploration ends there, says why, and calls nothing but `start`
// any more.

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "engine/explorer.h"
#include "engine/report/message_text.h"
#include "frontend/model/model.h"

namespace qpor::engine {
namespace {

using Kind = Interruption::Kind;

enum class Call { Start, Step, Rewind, RunTwin, LeaveTwins, CompareWithTwins };
constexpr Call kCalls[] = {Call::Start,   Call::Step,       Call::Rewind,
                           Call::RunTwin, Call::LeaveTwins, Call::CompareWithTwins};

/// A model that is interrupted at the nth call of one kind.
class Quitter final : public Executor {
 public:
  Quitter(Call call, int number, Interruption interruption)
      : inner_(frontend::model::make_executor(
            frontend::model::compile("var x; thread a { x = 1; } thread b { x = 2; }", "test.model"))),
        call_(call),
        left_(number),
        planned_(std::move(interruption)) {}

  void start(Vocabulary& vocabulary) override {
    interruption_ = {};
    inner_->start(vocabulary);
    after(Call::Start);
  }
  void step(ThreadId thread, Value result) override {
    before();
    log_.push_back({thread, result});
    inner_->step(thread, result);
    after(Call::Step);
  }
  void rewind(std::size_t steps) override {
    before();
    log_.resize(steps);
    inner_->rewind(steps);
    after(Call::Rewind);
  }
  const Failure* failure(ThreadId thread) const override { return inner_->failure(thread); }
  Location location(std::uint32_t site) const override { return inner_->location(site); }
  bool has_twins() const override { return true; }
  TwinEnd run_twin(std::span<const TwinStep>) override {
    before();
    after(Call::RunTwin);
    return TwinEnd::Alike;
  }
  void leave_twins(bool to_the_end) override {
    before();
    if (!to_the_end) rewind_inner();
    after(Call::LeaveTwins);
  }
  std::optional<Divergence> compare_with_twins() override {
    EXPECT_TRUE(!interruption_ || interruption_.kind == Kind::Nondeterministic);
    ++comparisons;
    after(Call::CompareWithTwins);
    return std::nullopt;
  }

  bool has_quit = false;
  int comparisons = 0;

 private:
  void rewind_inner() {
    inner_->rewind(0);
    log_.clear();
  }
  void before() { EXPECT_FALSE(interruption_) << "the execution is void"; }
  void after(Call call) {
    pending_.assign(inner_->thread_bound(), kNoOperation);
    for (std::size_t i = 0; i < pending_.size(); ++i) pending_[i] = inner_->pending(static_cast<ThreadId>(i));
    if (call != call_ || --left_ != 0) return;
    has_quit = true;
    interruption_ = planned_;
  }

  std::unique_ptr<Executor> inner_;
  Call call_;
  int left_;
  Interruption planned_;
  std::vector<std::pair<ThreadId, Value>> log_;
};

TEST(Interruption, EndsTheExplorationWhereverItHappens) {
  for (const Call call : kCalls) {
    for (const Kind kind : {Kind::Stopped, Kind::Restart, Kind::Nondeterministic, Kind::Limit}) {
      int number = 1;
      for (bool has_quit = true; has_quit; ++number) {
        SCOPED_TRACE("call " + std::to_string(static_cast<int>(call)) + " number " + std::to_string(number));
        Interruption planned{kind, RestartReason::ObservedCounts, ThreadId{1}, "too many", {}};
        planned.knowledge.library_states = 4;
        Quitter quitter(call, number, planned);
        Options options;
        options.twins = Twins::All;
        options.check = true;
        const auto explorer = make_explorer(quitter, options);
        const Ending ending = explorer->explore();
        has_quit = quitter.has_quit;
        EXPECT_EQ(ending, has_quit ? Ending::Interrupted : Ending::Complete);
        EXPECT_EQ(explorer->interruption().kind, has_quit ? kind : Kind::None);
        if (!has_quit) continue;
        EXPECT_EQ(explorer->interruption().thread, ThreadId{1});
        EXPECT_EQ(text_of(explorer->interruption().message), "too many");
        EXPECT_EQ(explorer->interruption().knowledge, planned.knowledge);
        EXPECT_GE(explorer->statistics().seconds, 0);
      }
      EXPECT_GT(number, 2) << "the call was made";
    }
  }
}

TEST(Interruption, LetsTwinsTellWhereTheProgramDiffers) {
  Quitter quitter(Call::LeaveTwins, 1, {Kind::Nondeterministic, {}, ThreadId{0}});
  const auto explorer = make_explorer(quitter, {});
  EXPECT_EQ(explorer->explore(), Ending::Interrupted);
  EXPECT_EQ(quitter.comparisons, 1);
  Quitter other(Call::LeaveTwins, 1, {Kind::Restart});
  EXPECT_EQ(make_explorer(other, {})->explore(), Ending::Interrupted);
  EXPECT_EQ(other.comparisons, 0);
}

TEST(Interruption, EndsTheRunOfASchedule) {
  for (const Call call : {Call::Start, Call::Step}) {
    Quitter quitter(call, 1, {Kind::Stopped});
    Vocabulary vocabulary;
    vocabulary.threads.intern(kNoThread, 0, "a");
    vocabulary.threads.intern(kNoThread, 1, "b");
    const Schedule schedule{vocabulary.threads.all(), {{ThreadId{0}, std::nullopt}, {ThreadId{1}, std::nullopt}}};
    const auto follower = make_follower(quitter, {}, schedule);
    EXPECT_EQ(follower->explore(), Ending::Interrupted);
    EXPECT_EQ(follower->statistics().traces, 0u);
  }
}

}  // namespace
}  // namespace qpor::engine
