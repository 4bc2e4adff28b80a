// The programs of tests/programs: what each says has to come out of it, and the one way to run it.
// tests/programs/README.md has the form of the expectations.

#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <ostream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/frontend/command_driver.h"

namespace qpor::frontend {

/// A program that begins with what has to come out of it.
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

inline std::ostream& operator<<(std::ostream& out, const Program& program) { return out << program.name(); }

inline std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

/// Without the quotes, and with new lines for \n.
inline std::string unquoted(std::string text) {
  if (text.size() < 2 || text.front() != '"') return text;
  text = text.substr(1, text.size() - 2);
  for (std::size_t at = 0; (at = text.find("\\n", at)) != std::string::npos; ++at) text.replace(at, 2, "\n");
  return text;
}

inline Program read_program(const std::string& path) {
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

inline std::vector<Program> programs_in(const std::string& folder) {
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

struct ExploredProgram {
  Ran ran;
  nlohmann::json json;  // null if there was none
};

/// The one place that knows how a program is run. The result goes to a file, since the program may write to the
/// standard output itself.
inline ExploredProgram explore(const Program& program, const std::vector<std::string>& settings) {
  const TemporaryFile result(".json");
  const TemporaryFile input(".stdin", program.input);
  std::vector<std::string> words = {"--keep-going", "--check", "--json=" + result.path(), "--stdin=" + input.path()};
  words.insert(words.end(), settings.begin(), settings.end());
  words.insert(words.end(), program.options.begin(), program.options.end());
  words.push_back(program.path);
  if (!program.arguments.empty()) words.push_back("--");
  words.insert(words.end(), program.arguments.begin(), program.arguments.end());
  ExploredProgram explored{run_with(words), nullptr};
  if (const std::string text = result.text(); !text.empty())
    explored.json = nlohmann::json::parse(text, nullptr, false);
  return explored;
}

inline std::string name_of_test(const testing::TestParamInfo<Program>& info) {
  std::string name = info.param.name();
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

}  // namespace qpor::frontend
