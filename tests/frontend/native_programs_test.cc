// The programs of tests/programs, each with what it says has to come out of it, for several k; tests/programs/README.md
// has the form of the expectations. Then the families of bench/programs and the examples, for several parameters.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/frontend/expected_program.h"

namespace qpor::frontend {
namespace {

using Json = nlohmann::json;

int code_of(const std::string& verdict) { return verdict == "safe" ? 0 : verdict == "defect" ? 1 : 3; }

void expect_defect(const Program& program, const Json& json) {
  const auto is_expected = [&](const Json& defect) {
    return defect["kind"] == program.expected.at("kind") &&
           (!program.expects("line") || defect["location"]["line"] == program.number("line"));
  };
  const Json& defects = json["defects"];
  const auto found = std::find_if(defects.begin(), defects.end(), is_expected);
  ASSERT_TRUE(found != defects.end()) << defects.dump(2);
  if (program.expects("line")) {
    EXPECT_EQ(defects.size(), 1u) << defects.dump(2);
  } else {
    EXPECT_TRUE(std::all_of(defects.begin(), defects.end(), is_expected)) << defects.dump(2);
  }
  const std::string file = (*found)["location"]["file"];
  EXPECT_EQ(std::filesystem::path(file).filename(), program.name());
  if (program.expects("output")) {
    EXPECT_EQ(found->value("output", ""), program.expected.at("output"));
  }
}

class NativePrograms : public testing::TestWithParam<Program> {};

TEST_P(NativePrograms, ComeOutAsTheySayForEveryK) {
  const Program& program = GetParam();
  std::set<std::string> trace_sets;
  for (const std::string& k : values_of_k()) {
    SCOPED_TRACE("--k=" + k);
    const ExploredProgram explored = explore(program, {"--k=" + k});
    const Ran& ran = explored.ran;
    ASSERT_TRUE(explored.json.is_object()) << ran.out << ran.err;
    const Json& json = explored.json;
    EXPECT_EQ(json["verdict"], program.expected.at("verdict")) << ran.out << ran.err;
    EXPECT_EQ(ran.code, code_of(program.expected.at("verdict")));
    const Json& statistics = json["statistics"];
    EXPECT_EQ(statistics["traces"], program.number("traces")) << ran.out;
    EXPECT_EQ(statistics["deadlocks"], program.number("deadlocks")) << ran.out;
    if (k == "optimal") {
      EXPECT_EQ(statistics["blocked"], 0);
    }
    if (program.expects("kind")) {
      expect_defect(program, json);
    } else {
      EXPECT_TRUE(json["defects"].empty()) << json["defects"].dump(2);
    }
    trace_sets.insert(statistics["trace_set_hash"].get<std::string>());
  }
  // An exploration that is cut short may have seen other traces with another k.
  if (program.expected.at("verdict") != "incomplete") {
    EXPECT_EQ(trace_sets.size(), 1u);
  }
}

INSTANTIATE_TEST_SUITE_P(Each, NativePrograms, testing::ValuesIn(programs_in("tests/programs")), name_of_test);

INSTANTIATE_TEST_SUITE_P(Spinning, NativePrograms, testing::ValuesIn(programs_in("tests/programs/spin")), name_of_test);
INSTANTIATE_TEST_SUITE_P(Bounded, NativePrograms, testing::ValuesIn(programs_in("tests/programs/loops")), name_of_test);
INSTANTIATE_TEST_SUITE_P(Counters, NativePrograms, testing::ValuesIn(programs_in("tests/programs/counters")),
                         name_of_test);
INSTANTIATE_TEST_SUITE_P(State, NativePrograms, testing::ValuesIn(programs_in("tests/programs/state")), name_of_test);
INSTANTIATE_TEST_SUITE_P(Svcomp, NativePrograms, testing::ValuesIn(programs_in("tests/programs/svcomp")), name_of_test);

class NativePrimitiveCounts : public testing::TestWithParam<Program> {};

TEST_P(NativePrimitiveCounts, HaveTheTracesOfTheirTwinsForEveryK) {
  const Program& program = GetParam();
  const auto expect_counts = [&](const ExploredProgram& explored) {
    ASSERT_TRUE(explored.json.is_object()) << explored.ran.out << explored.ran.err;
    EXPECT_EQ(explored.json["verdict"], program.expected.at("verdict")) << explored.ran.out;
    EXPECT_EQ(explored.json["statistics"]["traces"], program.number("traces"));
    EXPECT_EQ(explored.json["statistics"]["deadlocks"], program.number("deadlocks"));
    for (const Json& defect : explored.json["defects"]) EXPECT_EQ(defect["kind"], "deadlock") << defect.dump(2);
  };
  std::set<std::string> trace_sets;
  for (const std::string& k : values_of_k()) {
    SCOPED_TRACE("--k=" + k);
    const ExploredProgram explored = explore(program, {"--k=" + k});
    expect_counts(explored);
    if (!explored.json.is_object()) return;
    trace_sets.insert(explored.json["statistics"]["trace_set_hash"].get<std::string>());
    if (k == "optimal") {
      EXPECT_EQ(explored.json["statistics"]["blocked"], 0);
    }
  }
  EXPECT_EQ(trace_sets.size(), 1u);
  Program twin;
  twin.path = std::filesystem::path(program.path).replace_extension(".model").string();
  if (!std::filesystem::exists(twin.path)) return;  // its number is argued
  SCOPED_TRACE(twin.path);
  expect_counts(explore(twin, {"--k=optimal"}));
}

INSTANTIATE_TEST_SUITE_P(Each, NativePrimitiveCounts, testing::ValuesIn(programs_in("tests/programs/primitives")),
                         name_of_test);

/// Larger ones are for benchmarks.
constexpr std::uint64_t kMostTraces = 3000;

/// Lines like "// expect S=5 R=2: 137 traces, 0 deadlocks", as in the models.
void expect_promises(const std::string& path, std::size_t& checked) {
  static const std::regex promise("// expect ([^:]*): ([0-9]+) traces, ([0-9]+) deadlocks?");
  std::ifstream file(path);
  for (std::string line; std::getline(file, line) && line.starts_with("//");) {
    std::smatch match;
    if (!std::regex_match(line, match, promise) || std::stoull(match[2]) > kMostTraces) continue;
    SCOPED_TRACE(path + ": " + line);
    Program program;
    program.path = path;
    for (const std::string& value : words_of(match[1])) program.options.push_back("-D" + value);
    const ExploredProgram explored = explore(program, {"--k=optimal"});
    ASSERT_TRUE(explored.json.is_object()) << explored.ran.out << explored.ran.err;
    const Json& statistics = explored.json["statistics"];
    EXPECT_EQ(statistics["traces"], std::stoull(match[2]));
    EXPECT_EQ(statistics["deadlocks"], std::stoull(match[3]));
    EXPECT_EQ(statistics["blocked"], 0);
    EXPECT_EQ(explored.json["verdict"], match[3] == "0" ? "safe" : "defect");
    ++checked;
  }
}

TEST(NativeFamilies, HaveTheTracesThatTheyPromise) {
  std::size_t checked = 0;
  for (const char* folder : {"bench/programs", "examples"}) {
    for (const auto& entry : std::filesystem::directory_iterator(repository_file(folder))) {
      if (entry.path().extension() == ".c") expect_promises(entry.path().string(), checked);
    }
  }
  EXPECT_GE(checked, 24u);
}

/// What [QPOR Table 1] reports: sleep-set-blocked runs with k = 1, 2, 3.
struct PaperRow {
  const char* program;
  std::vector<std::string> definitions;
  std::uint64_t traces;
  std::uint64_t blocked[3];
};

TEST(NativeFamilies, HaveNoMoreBlockedRunsThanThePaperReports) {
  const std::vector<PaperRow> rows = {{"disp", {"-DS=5", "-DR=2"}, 137, {1039, 43, 0}},
                                      {"disp", {"-DS=5", "-DR=3"}, 1482, {11167, 595, 1}},
                                      {"mpc", {"-DP=2", "-DW=5"}, 60, {560, 0, 0}},
                                      {"mpc", {"-DP=3", "-DW=5"}, 2958, {50664, 2578, 0}},
                                      {"pol", {"-DN=7", "-DK=3"}, 2440, {72022, 1271, 6}},
                                      {"mpat", {"-DK=4"}, 384, {0, 0, 0}},
                                      {"pi", {"-DT=5"}, 120, {0, 0, 0}}};
  for (const PaperRow& row : rows) {
    Program program;
    program.path = repository_file(std::string("bench/programs/") + row.program + ".c");
    program.options = row.definitions;
    for (std::size_t k = 1; k <= 3; ++k) {
      SCOPED_TRACE(std::string(row.program) + " " + row.definitions.front() + " k=" + std::to_string(k));
      const ExploredProgram explored = explore(program, {"--k=" + std::to_string(k)});
      ASSERT_TRUE(explored.json.is_object()) << explored.ran.out << explored.ran.err;
      EXPECT_EQ(explored.json["statistics"]["traces"], row.traces);
      EXPECT_LE(explored.json["statistics"]["blocked"].get<std::uint64_t>(), row.blocked[k - 1]);
    }
  }
}

TEST(NativeProgramFiles, BeginWithAnExpectation) {
  for (const Program& program : programs_in("tests/programs")) {
    SCOPED_TRACE(program.name());
    for (const char* word : {"verdict", "traces", "deadlocks"}) ASSERT_TRUE(program.expects(word)) << word;
    const bool is_defect = program.expected.at("verdict") == "defect";
    EXPECT_EQ(program.expects("kind"), is_defect);
    EXPECT_TRUE(is_defect || !program.expects("line"));
    EXPECT_TRUE(is_defect || !program.expects("output")) << "only the run that fails is reported";
  }
}

TEST(NativeProgramFiles, HaveAnExampleOfEachKindOfDefect) {
  std::set<std::string> kinds;
  for (const Program& program : programs_in("tests/programs")) {
    if (program.expects("kind")) kinds.insert(program.expected.at("kind"));
  }
  for (const char* kind : {"abort", "arithmetic", "assertion", "bus-error", "deadlock", "double-free", "exception",
                           "exit", "illegal-instruction", "invalid-free", "lock-misuse", "nontermination",
                           "segmentation-fault", "stack-overflow"}) {
    EXPECT_EQ(kinds.count(kind), 1u) << kind;
  }
}

}  // namespace
}  // namespace qpor::frontend
