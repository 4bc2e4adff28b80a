// The programs of tests/programs/twins: in those called unseen_... a twin run parts from its trace, at the place that
// they promise; in those called seen_... none does, whichever traces are compared. Then what is said about it.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
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

using Json = nlohmann::json;

struct TwinProgram {
  std::string path;
  std::map<std::string, std::string> expected;  // "verdict" -> "safe"
  std::vector<std::string> options;
  std::string input;

  std::string name() const { return std::filesystem::path(path).filename().string(); }
};

std::ostream& operator<<(std::ostream& out, const TwinProgram& program) { return out << program.name(); }

TwinProgram read_program(const std::string& path) {
  static const std::regex word("([a-z]+)=([^ ]+)");
  TwinProgram program{path, {}, {}, ""};
  std::ifstream file(path);
  for (std::string line; std::getline(file, line) && line.starts_with("// ");) {
    const std::string text = line.substr(std::min(line.find(": ") + 2, line.size()));
    if (line.starts_with("// stdin: ")) program.input = text + "\n";
    if (line.starts_with("// args: ")) {
      std::istringstream words(text);
      for (std::string option; words >> option;) program.options.push_back(option);
    }
    if (!line.starts_with("// expect: ")) continue;
    for (std::sregex_iterator it(line.begin(), line.end(), word), end; it != end; ++it) {
      program.expected[(*it)[1]] = (*it)[2];
    }
  }
  return program;
}

std::vector<TwinProgram> programs(const std::string& prefix) {
  std::set<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(repository_file("tests/programs/twins"))) {
    const auto ending = entry.path().extension();
    const bool is_wanted = entry.path().filename().string().starts_with(prefix);
    if (is_wanted && (ending == ".c" || ending == ".cc")) paths.insert(entry.path().string());
  }
  std::vector<TwinProgram> found;
  for (const std::string& path : paths) found.push_back(read_program(path));
  return found;
}

class NativeDivergence : public testing::TestWithParam<TwinProgram> {
 protected:
  Json explored(std::vector<std::string> options) const {
    const TwinProgram& program = GetParam();
    options.insert(options.end(), program.options.begin(), program.options.end());
    const auto input = std::make_unique<TemporaryFile>(".txt", program.input);
    if (!program.input.empty()) options.push_back("--stdin=" + input->path());
    options.push_back(program.path);
    return json_of(options);
  }
};

TEST_P(NativeDivergence, IsFoundWhereItIs) {
  const TwinProgram& program = GetParam();
  const bool is_unseen = program.name().starts_with("unseen_");
  ASSERT_TRUE(!is_unseen || program.expected.at("verdict") == "incomplete");
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{}, {"--check"}, {"--thread-order=oldest"}, {"--no-meet", "--k=1"}}) {
    const Json json = explored(options);
    SCOPED_TRACE(json["options"].dump());
    EXPECT_EQ(json["verdict"], program.expected.at("verdict")) << json.dump(2);
    EXPECT_EQ(json["defects"].size(), 0u) << json["defects"].dump(2);
    EXPECT_GE(json["statistics"]["twin_runs"], 1);
    EXPECT_EQ(json.contains("divergence"), is_unseen) << json.dump(2);
    if (program.expected.contains("traces")) {
      EXPECT_EQ(std::to_string(json["statistics"]["traces"].get<int>()), program.expected.at("traces"));
    }
    if (!is_unseen || !json.contains("divergence")) continue;
    const Json& divergence = json["divergence"];
    EXPECT_EQ(divergence["found_by"], "twin-run");
    if (program.expected.contains("line")) {
      EXPECT_EQ(std::to_string(divergence["location"]["line"].get<int>()), program.expected.at("line")) << divergence;
    }
    if (program.expected.contains("thread")) {
      EXPECT_EQ(divergence["thread"], program.expected.at("thread")) << divergence;
    }
  }
}

/// What the others come to is a matter of chance.
class NativeTwins : public NativeDivergence {};

TEST_P(NativeTwins, ChangeNoCounts) {
  const Json off = explored({"--twins=off"}), all = explored({"--twins=all"});
  EXPECT_EQ(off["statistics"]["twin_runs"], 0);
  EXPECT_GE(all["statistics"]["twin_runs"], all["statistics"]["traces"]);
  for (const char* name :
       {"executions", "traces", "events", "steps", "extensions", "trace_set_hash", "longest_trace"}) {
    EXPECT_EQ(off["statistics"][name], all["statistics"][name]) << name;
  }
}

std::string name_of_test(const testing::TestParamInfo<TwinProgram>& info) {
  std::string name = info.param.name();
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Each, NativeDivergence, testing::ValuesIn(programs("")), name_of_test);
INSTANTIATE_TEST_SUITE_P(Each, NativeTwins, testing::ValuesIn(programs("seen_")), name_of_test);

TEST(NativeDivergenceReport, SaysWhatPartsAndWhere) {
  const Ran ran = run_with({"--quiet", repository_file("tests/programs/twins/unseen_urandom.c")});
  EXPECT_EQ(ran.code, 3);
  EXPECT_NE(ran.out.find("RESULT: incomplete"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("something that qpor does not see orders the threads"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("unseen_urandom.c:10)"), std::string::npos) << ran.out;
}

TEST(NativeDivergenceReport, SaysWhenNobodyLooked) {
  const Ran ran = run_with({"--quiet", "--twins=off", repository_file("tests/programs/twins/seen_strtok.c")});
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(ran.out.find("unseen dependences were not looked for"), std::string::npos) << ran.out;
}

}  // namespace
}  // namespace qpor::frontend
