// Views of long lists of siblings: nothing that could be part of an alternative is left out, and an exploration goes
// the same way with them as without.

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "engine/qpor/explore.h"
#include "engine/unfolding/immediate_conflict.h"
#include "engine/unfolding/sibling_views.h"
#include "frontend/model/model.h"
#include "tests/engine/driver.h"
#include "tests/support/paths.h"

namespace qpor::engine {
namespace {

struct Example {
  const char* name;
  frontend::model::Definitions definitions;
};

/// A model of examples/models.
Statistics explore_example(const Example& example, const Options& options, Observer* observer) {
  const std::string path = tests::source_dir() + "/examples/models/" + example.name + ".model";
  std::ifstream file(path);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const auto executor = frontend::model::make_executor(frontend::model::compile(text, path, example.definitions));
  Qpor explorer(*executor, options, observer);
  EventObserver::introduce(observer, explorer);
  explorer.explore();
  return explorer.statistics();
}

/// At each trace, for each event of it: the conflicts with a view are those without, but for some in conflict with C.
class Comparer final : public EventObserver {
 public:
  bool on_trace(const Execution&, bool) override {
    const EventStructure& structure = explorer->structure();
    const Configuration& configuration = explorer->configuration();
    if (views_ == nullptr) views_ = std::make_unique<SiblingViews>(structure, configuration, 1);
    for (int question = 0; question < 3; ++question) {  // the first notes the lists, later ones set events aside
      views_->begin_question();
      for (std::size_t i = 0; i < configuration.size(); ++i) {
        const EventId d = configuration[i];
        if (structure[d].mode == Mode::Exclusive) compare(structure, configuration, d);
      }
    }
    return true;
  }

  std::size_t left_out = 0;

 private:
  void compare(const EventStructure& structure, const Configuration& configuration, EventId d) {
    std::vector<EventId> all;
    ConflictCursor plain(structure, d, Reach::Adjacent);
    for (EventId f = plain.next(); f != kNoEvent; f = plain.next()) all.push_back(f);
    std::vector<EventId> viewed;
    ConflictCursor cursor(structure, d, Reach::Adjacent, nullptr, {}, views_.get());
    for (EventId f = cursor.next(); f != kNoEvent; f = cursor.next()) viewed.push_back(f);
    std::size_t next = 0;
    for (const EventId f : all) {
      if (next < viewed.size() && viewed[next] == f) {
        ++next;
        static_cast<void>(configuration.in_conflict_with(f));  // so that it is known
        continue;
      }
      ASSERT_TRUE(configuration.in_conflict_with(f)) << "an event is missing that is compatible with C";
      ++left_out;
    }
    ASSERT_EQ(next, viewed.size()) << "events in another order, or more than there are";
  }

  std::unique_ptr<SiblingViews> views_;
};

TEST(SiblingViews, LeaveOutOnlyWhatIsInConflictWithC) {
  const std::vector<Example> examples = {{"philosophers", {{"N", 4}}},
                                         {"disp", {{"S", 3}, {"R", 2}}},
                                         {"mpat", {{"K", 3}}},
                                         {"mpc", {{"P", 2}, {"W", 2}}}};
  for (const Example& example : examples) {
    SCOPED_TRACE(example.name);
    Comparer comparer;
    Options options;
    options.prune = false;
    explore_example(example, options, &comparer);
    EXPECT_GT(comparer.left_out, 0u);
  }
}

TEST(SiblingViews, ChangeNothingAboutAnExploration) {
  const std::vector<Example> examples = {{"philosophers", {{"N", 6}}},
                                         {"disp", {{"S", 5}, {"R", 2}}},
                                         {"mpat", {{"K", 4}}},
                                         {"mpc", {{"P", 2}, {"W", 5}}},
                                         {"lastzero", {{"N", 6}}}};
  for (const Example& example : examples) {
    for (const AltKind alt : {AltKind::Optimal, AltKind::Partial}) {
      SCOPED_TRACE(example.name);
      Options options;
      options.alt = alt;
      options.check = true;
      options.long_list = 1;
      const Statistics with = explore_example(example, options, nullptr);
      options.long_list = kUnlimited;
      const Statistics without = explore_example(example, options, nullptr);
      EXPECT_EQ(with.traces, without.traces);
      EXPECT_EQ(with.executions, without.executions);
    }
  }
}

}  // namespace
}  // namespace qpor::engine
