// The order of search does not matter: every program of tests/programs gets the same verdict under both thread orders,
// every k and every policy; a safe one has the same traces, and the first defect of a faulty one is of the same kind.
//
// Each program is compiled and linked once and explored again and again in this process. Those that take long are
// explored under the corners of the settings only, as are all where fewer random programs are run (with sanitizers).

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "frontend/cli/open_input.h"
#include "frontend/explore/run.h"
#include "tests/frontend/command_driver.h"

namespace qpor::frontend {
namespace {

namespace fs = std::filesystem;

using Words = std::vector<std::string>;

struct Setting {
  Words words;
  bool same_traces = true;  ///< those of the other settings

  std::string name() const {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
  }
};

const std::vector<Setting>& corners() {
  static const std::vector<Setting> all = {{{"--thread-order=newest", "--k=optimal"}},
                                           {{"--thread-order=oldest", "--k=optimal"}},
                                           {{"--thread-order=newest", "--k=1"}},
                                           {{"--thread-order=oldest", "--k=1", "--policy=paper"}}};
  return all;
}

std::vector<Setting> all_settings() {
  std::vector<Setting> all = corners();
  for (const char* const order : {"--thread-order=newest", "--thread-order=oldest"}) {
    for (const char* const way : {"--k=1", "--k=2", "--k=3", "--k=optimal", "--alt=none", "--alt=first-event"}) {
      for (const char* const policy : {"--policy=ours", "--policy=paper"}) all.push_back({{order, way, policy}});
    }
    for (const char* const other : {"--no-meet", "--wide", "--no-cover", "--no-adaptive", "--spike-order=newest",
                                    "--no-prune", "--skip-step=2", "--comb-budget=3"}) {
      all.push_back({{order, "--k=1", other}});
    }
    all.push_back({{order, "--no-prune"}});
    all.push_back({{order, "--no-checkpoints"}});
    all.push_back({{order, "--encoding=chain"}, false});
  }
  return all;
}

bool runs_few() {
  const char* const percent = std::getenv("QPOR_FUZZ_PERCENT");
  return percent != nullptr && std::atoi(percent) < 100;
}

struct OrderedProgram {
  std::string path;
  Words options;
  Words arguments;
  std::string input;
  std::set<std::string> kinds;  ///< of one and the same defect: "kind=data-race,use-after-free"
};

Words words_of(const std::string& text) {
  std::istringstream in(text);
  Words words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

OrderedProgram read_program(const std::string& path) {
  OrderedProgram program;
  program.path = path;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line) && line.starts_with("//");) {
    const auto rest_after = [&](std::string_view start) {
      return line.starts_with(start) ? line.substr(start.size()) : std::string();
    };
    for (const std::string& word : words_of(rest_after("// expect: "))) {
      if (!word.starts_with("kind=")) continue;
      std::istringstream kinds(word.substr(5));
      for (std::string kind; std::getline(kinds, kind, ',');) program.kinds.insert(kind);
    }
    if (const Words words = words_of(rest_after("// args: ")); !words.empty()) program.options = words;
    if (const Words words = words_of(rest_after("// program-args: ")); !words.empty()) program.arguments = words;
    if (const std::string input = rest_after("// stdin: "); !input.empty()) program.input = input + "\n";
  }
  return program;
}

/// Others are parts of programs, or cases that an argument chooses; they have a test of their own.
bool begins_with_expectation(const fs::path& path) {
  std::ifstream file(path);
  std::string line;
  return std::getline(file, line) && line.find(" expect") != std::string::npos;
}

std::vector<std::string> program_paths() {
  std::vector<std::string> paths;
  for (const auto& entry : fs::recursive_directory_iterator(repository_file("tests/programs"))) {
    const fs::path ending = entry.path().extension();
    const bool is_program = ending == ".c" || ending == ".cc" || ending == ".model";
    if (is_program && (ending == ".model" || begins_with_expectation(entry.path())))
      paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

CommandLine line_of(const OrderedProgram& program, const std::string& input, const Words& more) {
  Words words = {"qpor", "--stdin=" + input};
  const auto name_of = [](const std::string& word) { return word.substr(0, word.find('=')); };
  for (const std::string& own : program.options) {  // the setting's value of an option, not the program's
    const bool is_set =
        std::any_of(more.begin(), more.end(), [&](const std::string& word) { return name_of(word) == name_of(own); });
    if (!is_set) words.push_back(own);
  }
  words.insert(words.end(), more.begin(), more.end());
  words.push_back(program.path);
  if (!program.arguments.empty()) words.push_back("--");
  words.insert(words.end(), program.arguments.begin(), program.arguments.end());
  std::vector<const char*> argv;
  for (const std::string& word : words) argv.push_back(word.c_str());
  return parse(static_cast<int>(argv.size()), argv.data());
}

/// What must not differ.
struct Outcome {
  std::string verdict;
  std::string kind;  ///< of the first defect

  bool operator==(const Outcome&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Outcome& outcome) {
  return out << outcome.verdict << (outcome.kind.empty() ? "" : " " + outcome.kind);
}

/// Programs with defects of several kinds, of which the order of search decides which one comes first.
bool has_several_kinds(Input& input, const CommandLine& line) {
  Options options = line.options;
  options.keep_going = true;
  Drawing no_drawing;
  const Result result = run(input, options, no_drawing, nullptr);
  std::set<engine::FailureKind> kinds;
  for (const Defect& defect : result.defects) kinds.insert(defect.kind);
  return kinds.size() > 1;
}

class OrderOfSearch : public testing::TestWithParam<std::string> {};

TEST_P(OrderOfSearch, DoesNotMatter) {
  const OrderedProgram program = read_program(GetParam());
  const TemporaryFile file(".stdin", program.input);
  Input input = open_input(line_of(program, file.path(), {}));
  const bool is_full = !runs_few();
  std::vector<Setting> settings = is_full ? all_settings() : corners();
  std::optional<Outcome> first;
  std::uint64_t traces = 0;
  std::uint64_t hash = 0;
  constexpr double kShort = 0.02;  // seconds of the first exploration
  for (std::size_t i = 0; i < settings.size(); ++i) {
    const CommandLine line = line_of(program, file.path(), settings[i].words);
    SCOPED_TRACE(settings[i].name());
    Drawing no_drawing;
    const auto begin = std::chrono::steady_clock::now();
    const Result result = run(input, line.options, no_drawing, nullptr);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const Outcome outcome{word_of(result.verdict()),
                          result.defects.empty() ? "" : std::string(engine::text_of(result.defects.front().kind))};
    if (!first) {
      first = outcome;
      traces = result.statistics.traces;
      hash = result.trace_set_hash;
      if (seconds > kShort) settings.resize(corners().size());
      continue;
    }
    if (outcome.verdict == first->verdict && outcome.kind != first->kind) {
      const bool is_one = program.kinds.count(outcome.kind) == 1 && program.kinds.count(first->kind) == 1;
      if (is_one || has_several_kinds(input, line)) continue;
    }
    EXPECT_EQ(outcome, *first) << (result.incomplete_reasons.empty() ? "" : text_of(result.incomplete_reasons.front()));
    if (first->verdict != "safe" || !settings[i].same_traces) continue;
    EXPECT_EQ(result.statistics.traces, traces);
    EXPECT_EQ(result.trace_set_hash, hash);
  }
}

std::string name_of_test(const testing::TestParamInfo<std::string>& info) {
  const std::string folder = fs::path(info.param).parent_path().filename().string();
  std::string name = folder + "_" + fs::path(info.param).filename().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Each, OrderOfSearch, testing::ValuesIn(program_paths()), name_of_test);

}  // namespace
}  // namespace qpor::frontend
