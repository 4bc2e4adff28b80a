// The programs of tests/programs, each with what it says has to come out of it, for several k; tests/programs/README.md
// has the form of the expectations. Then the families of bench/programs and the examples, for several parameters.

#include <gtest/gtest.h>

#include <algorithm>
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

using Json = nlohmann::json;

struct Program {
  std::string path;
  std::map<std::string, std::string> expected;  // "verdict" -> "safe"
  std::vector<std::string> options;
  std::vector<std::string> arguments;
  std::string input;

  std::string name() const { return std::filesystem::path(path).filename().string(); }
  bool expects(const std::string& word) const { return expected.count(word) != 0; }
  std::uint64_t number(const std::string& word) const { return std::stoull(expected.at(word)); }
};

std::ostream& operator<<(std::ostream& out, const Program& program) { return out << program.name(); }

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

/// Without the quotes, and with new lines for \n.
std::string unquoted(std::string text) {
  if (text.size() < 2 || text.front() != '"') return text;
  text = text.substr(1, text.size() - 2);
  for (std::size_t at = 0; (at = text.find("\\n", at)) != std::string::npos; ++at) text.replace(at, 2, "\n");
  return text;
}

Program read_program(const std::string& path) {
  static const std::regex word("([a-z]+)=(\"[^\"]*\"|[^ ]+)");
  Program program;
  program.path = path;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line) && line.starts_with("//");) {
    const auto rest_after = [&](const std::string& start) {
      return line.starts_with(start) ? line.substr(start.size()) : std::string();
    };
    const std::string expected = rest_after("// expect: ");
    for (std::sregex_iterator it(expected.begin(), expected.end(), word), end; it != end; ++it) {
      program.expected[(*it)[1]] = unquoted((*it)[2]);
    }
    if (const auto words = words_of(rest_after("// args: ")); !words.empty()) program.options = words;
    if (const auto words = words_of(rest_after("// program-args: ")); !words.empty()) program.arguments = words;
    if (const std::string input = rest_after("// stdin: "); !input.empty()) program.input = input + "\n";
  }
  return program;
}

std::vector<Program> programs_in(const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(repository_file(folder))) {
    const auto ending = entry.path().extension();
    if (ending == ".c" || ending == ".cc") paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<Program> programs;
  for (const std::string& path : paths) programs.push_back(read_program(path));
  return programs;
}

struct Explored {
  Ran ran;
  Json json;  // null if there was none
};

/// The one place that knows how a program is run. The result goes to a file, since the program may write to the
/// standard output itself.
Explored explore(const Program& program, const std::string& k) {
  const TemporaryFile result(".json");
  const TemporaryFile input(".stdin", program.input);
  std::vector<std::string> words = {"--k=" + k, "--keep-going", "--check", "--json=" + result.path(),
                                    "--stdin=" + input.path()};
  words.insert(words.end(), program.options.begin(), program.options.end());
  words.push_back(program.path);
  if (!program.arguments.empty()) words.push_back("--");
  words.insert(words.end(), program.arguments.begin(), program.arguments.end());
  Explored explored{run_with(words), nullptr};
  if (const std::string text = result.text(); !text.empty()) explored.json = Json::parse(text, nullptr, false);
  return explored;
}

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
    const Explored explored = explore(program, k);
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

std::string name_of_test(const testing::TestParamInfo<Program>& info) {
  std::string name = info.param.name();
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
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
  const auto expect_counts = [&](const Explored& explored) {
    ASSERT_TRUE(explored.json.is_object()) << explored.ran.out << explored.ran.err;
    EXPECT_EQ(explored.json["verdict"], program.expected.at("verdict")) << explored.ran.out;
    EXPECT_EQ(explored.json["statistics"]["traces"], program.number("traces"));
    EXPECT_EQ(explored.json["statistics"]["deadlocks"], program.number("deadlocks"));
    for (const Json& defect : explored.json["defects"]) EXPECT_EQ(defect["kind"], "deadlock") << defect.dump(2);
  };
  std::set<std::string> trace_sets;
  for (const std::string& k : values_of_k()) {
    SCOPED_TRACE("--k=" + k);
    const Explored explored = explore(program, k);
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
  expect_counts(explore(twin, "optimal"));
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
    const Explored explored = explore(program, "optimal");
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
      const Explored explored = explore(program, std::to_string(k));
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
