// The programs of examples/programs and examples/algorithms: as they are they are safe, with the number of traces that
// they promise, for every k; with BUG defined they have the defect that they promise. examples/programs/README.md has
// the form of the promises.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <ostream>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/frontend/command_driver.h"

namespace qpor::frontend {
namespace {

using Json = nlohmann::json;

struct Example {
  using Words = std::map<std::string, std::string>;  // "verdict" -> "safe"

  std::string path;
  Words correct;
  Words with_bug;

  std::string name() const { return std::filesystem::path(path).filename().string(); }
};

std::ostream& operator<<(std::ostream& out, const Example& example) { return out << example.name(); }

Example::Words words_after(const std::string& start, const std::string& line) {
  static const std::regex word("([a-z]+)=([^ ]+)");
  Example::Words words;
  if (!line.starts_with(start)) return words;
  for (std::sregex_iterator it(line.begin(), line.end(), word), end; it != end; ++it) words[(*it)[1]] = (*it)[2];
  return words;
}

Example read_example(const std::string& path) {
  Example example{path, {}, {}};
  std::ifstream file(path);
  for (std::string line; std::getline(file, line) && line.starts_with("//");) {
    example.correct.merge(words_after("// expect: ", line));
    example.with_bug.merge(words_after("// expect-bug: ", line));
  }
  return example;
}

std::vector<Example> examples_in(const std::string& folder) {
  std::vector<Example> examples;
  for (const auto& entry : std::filesystem::directory_iterator(repository_file(folder))) {
    const auto ending = entry.path().extension();
    if (ending == ".c" || ending == ".cc") examples.push_back(read_example(entry.path().string()));
  }
  std::sort(examples.begin(), examples.end(), [](const Example& a, const Example& b) { return a.path < b.path; });
  return examples;
}

/// Whether the word is one of those in "data-race,livelock": which defect comes first may depend on k.
bool is_one_of(const std::string& words, const std::string& word) {
  return ("," + words + ",").find("," + word + ",") != std::string::npos;
}

/// The result goes to a file, since the programs may write to the standard output. Null if there is none.
Json explore(const Example& example, std::vector<std::string> options) {
  const TemporaryFile result(".json");
  options.push_back("--json=" + result.path());
  options.push_back(example.path);
  const Ran ran = run_with(options);
  const Json json = Json::parse(result.text(), nullptr, false);
  EXPECT_TRUE(json.is_object()) << ran.out << ran.err;
  return json.is_object() ? json : Json();
}

class NativeExamples : public testing::TestWithParam<Example> {};

TEST_P(NativeExamples, AreSafeWithTheSameTracesForEveryK) {
  const Example& example = GetParam();
  ASSERT_EQ(example.correct.at("verdict"), "safe");
  std::set<std::string> trace_sets;
  for (const std::string& k : values_of_k()) {
    SCOPED_TRACE("--k=" + k);
    const Json json = explore(example, {"--k=" + k, "--check"});
    ASSERT_TRUE(json.is_object());
    EXPECT_EQ(json["verdict"], "safe") << json.dump(2);
    const Json& statistics = json["statistics"];
    EXPECT_EQ(statistics["traces"], std::stoull(example.correct.at("traces")));
    EXPECT_EQ(statistics["deadlocks"], std::stoull(example.correct.at("deadlocks")));
    if (k == "optimal") {
      EXPECT_EQ(statistics["blocked"], 0);
    }
    trace_sets.insert(statistics["trace_set_hash"].get<std::string>());
  }
  EXPECT_EQ(trace_sets.size(), 1u);
}

TEST_P(NativeExamples, HaveTheirBugFoundForEveryK) {
  const Example& example = GetParam();
  for (const std::string& k : values_of_k()) {
    SCOPED_TRACE("--k=" + k);
    const Json json = explore(example, {"--k=" + k, "-DBUG=1"});
    ASSERT_TRUE(json.is_object());
    EXPECT_EQ(json["verdict"], example.with_bug.at("verdict"));
    ASSERT_EQ(json["defects"].size(), 1u) << json.dump(2);
    const Json& defect = json["defects"].front();
    EXPECT_TRUE(is_one_of(example.with_bug.at("kind"), defect["kind"])) << defect.dump(2);
    EXPECT_TRUE(is_one_of(example.with_bug.at("line"), defect["location"]["line"].dump())) << defect.dump(2);
    EXPECT_EQ(std::filesystem::path(defect["location"]["file"].get<std::string>()).filename(), example.name());
  }
}

std::string name_of_test(const testing::TestParamInfo<Example>& info) {
  std::string name = info.param.name();
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Each, NativeExamples, testing::ValuesIn(examples_in("examples/programs")), name_of_test);
INSTANTIATE_TEST_SUITE_P(Algorithm, NativeExamples, testing::ValuesIn(examples_in("examples/algorithms")),
                         name_of_test);

std::set<std::string> names_with_promises_in(const std::string& folder) {
  std::set<std::string> names;
  for (const Example& example : examples_in(folder)) {
    SCOPED_TRACE(example.name());
    names.insert(example.name());
    for (const char* word : {"verdict", "traces", "deadlocks"}) EXPECT_EQ(example.correct.count(word), 1u) << word;
    for (const char* word : {"verdict", "kind", "line"}) EXPECT_EQ(example.with_bug.count(word), 1u) << word;
  }
  return names;
}

TEST(NativeExampleFiles, BeginWithTheirPromises) {
  EXPECT_EQ(names_with_promises_in("examples/algorithms").size(), 13u);
}

TEST(NativeExampleFiles, BeginWithTheirPromisesInBothLanguages) {
  const std::set<std::string> names = names_with_promises_in("examples/programs");
  EXPECT_EQ(names.size(), 20u);
  for (const std::string& name : names) {
    const std::string stem = name.substr(0, name.find('.'));
    EXPECT_TRUE(names.count(stem + ".c") == 1 && names.count(stem + ".cc") == 1) << name;
  }
}

}  // namespace
}  // namespace qpor::frontend
