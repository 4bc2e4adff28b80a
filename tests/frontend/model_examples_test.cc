// Every example has the traces and deadlocks that its header promises.

#include <regex>
#include <string>

#include "engine/explorer.h"
#include "tests/frontend/model_driver.h"

namespace qpor::frontend::model {
namespace {

// Larger ones are for benchmarks.
constexpr std::uint64_t kMostTraces = 5000;

TEST(ModelExamples, HaveTheTracesThatTheyPromise) {
  const std::regex line("// expect (.*): ([0-9]+) traces, ([0-9]+) deadlocks");
  const std::regex definition("([A-Za-z_]+)=(-?[0-9]+)");
  std::size_t checked = 0;
  for (const auto& [name, text] : examples()) {
    for (std::sregex_iterator it(text.begin(), text.end(), line), end; it != end; ++it) {
      const std::string values = (*it)[1];
      const std::uint64_t traces = std::stoull((*it)[2]);
      const std::uint64_t deadlocks = std::stoull((*it)[3]);
      if (traces > kMostTraces) continue;
      Definitions definitions;
      for (std::sregex_iterator each(values.begin(), values.end(), definition); each != end; ++each) {
        definitions.emplace_back((*each)[1], std::stoll((*each)[2]));
      }
      const auto executor = make_executor(compile(text, name, definitions));
      engine::Options options;
      options.check = true;
      const auto explorer = engine::make_explorer(*executor, options);
      EXPECT_EQ(explorer->explore(), engine::Ending::Complete);
      EXPECT_EQ(explorer->statistics().traces, traces) << name << " " << values;
      EXPECT_EQ(explorer->statistics().deadlocks, deadlocks) << name << " " << values;
      EXPECT_EQ(explorer->statistics().blocked, 0u) << name << " " << values;
      ++checked;
    }
  }
  EXPECT_GE(checked, 40u);
}

}  // namespace
}  // namespace qpor::frontend::model
