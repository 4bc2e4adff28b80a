// The programs of examples/evaluation, which papers publish numbers of traces for: each has the number that it promises
// in lines like "// expect N=5: 64 traces, 0 deadlocks", the same traces for every k, and none of its runs under
// `optimal` is in vain.

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <ostream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/frontend/command_driver.h"

namespace qpor::frontend {
namespace {

/// Larger ones are for people to try. lastzero(10), with 3328, is the largest of the papers that runs in a second.
constexpr std::uint64_t kMostTraces = 3500;

struct Promise {
  std::string path;
  std::string values;  // of macros, as in "N=5"
  std::uint64_t traces;
  std::uint64_t deadlocks;

  std::string name() const { return std::filesystem::path(path).stem().string(); }
};

std::ostream& operator<<(std::ostream& out, const Promise& promise) {
  return out << promise.name() << " " << promise.values;
}

std::vector<Promise> all_promises() {
  static const std::regex line_of_promise("// expect ([^:]*): ([0-9]+) traces, ([0-9]+) deadlocks?");
  std::set<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(repository_file("examples/evaluation"))) {
    if (entry.path().extension() == ".c") paths.insert(entry.path());
  }
  std::vector<Promise> promises;
  for (const auto& path : paths) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line) && line.starts_with("//");) {
      std::smatch match;
      if (!std::regex_match(line, match, line_of_promise)) continue;
      promises.push_back({path.string(), match[1], std::stoull(match[2]), std::stoull(match[3])});
    }
  }
  return promises;
}

std::vector<Promise> small_promises() {
  std::vector<Promise> promises = all_promises();
  std::erase_if(promises, [](const Promise& promise) { return promise.traces > kMostTraces; });
  return promises;
}

class NativeEvaluation : public testing::TestWithParam<Promise> {};

TEST_P(NativeEvaluation, HasTheTracesOfThePapersForEveryK) {
  const Promise& promise = GetParam();
  std::set<std::string> trace_sets;
  for (const std::string& k : values_of_k()) {
    SCOPED_TRACE("--k=" + k);
    std::vector<std::string> words = {"--k=" + k, "--keep-going"};
    std::istringstream values(promise.values);
    for (std::string value; values >> value;) words.push_back("-D" + value);
    words.push_back(promise.path);
    const nlohmann::json json = json_of(words);
    ASSERT_TRUE(json.is_object());
    EXPECT_EQ(json["verdict"], "safe") << json.dump(2);
    const nlohmann::json& statistics = json["statistics"];
    EXPECT_EQ(statistics["traces"], promise.traces);
    EXPECT_EQ(statistics["deadlocks"], promise.deadlocks);
    if (k == "optimal") {
      EXPECT_EQ(statistics["blocked"], 0);
    }
    trace_sets.insert(statistics["trace_set_hash"].get<std::string>());
  }
  EXPECT_EQ(trace_sets.size(), 1u);
}

std::string name_of_test(const testing::TestParamInfo<Promise>& info) {
  return std::regex_replace(info.param.name() + "_" + info.param.values, std::regex("[^A-Za-z0-9]+"), "_");
}

INSTANTIATE_TEST_SUITE_P(Each, NativeEvaluation, testing::ValuesIn(small_promises()), name_of_test);

TEST(NativeEvaluationFiles, PromiseAtLeastTwoSmallSizes) {
  std::map<std::string, int> sizes;
  for (const Promise& promise : all_promises()) sizes[promise.name()] += promise.traces <= kMostTraces ? 1 : 0;
  EXPECT_GE(sizes.size(), 10u);
  for (const auto& [name, count] : sizes) EXPECT_GE(count, 2) << name;
}

}  // namespace
}  // namespace qpor::frontend
