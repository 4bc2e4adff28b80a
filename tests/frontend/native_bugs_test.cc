// The classic mistakes of examples/bugs: each is found, and docs/bugs.md shows the report word for word. After a change
// of reports: QPOR_UPDATE_DOCS=1 frontend_tests --gtest_filter='NativeBugs.*' writes the page anew.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "tests/frontend/command_driver.h"

namespace qpor::frontend {
namespace {

struct Example {
  std::string path;  // from the top of the tree
  std::string kind;
  std::string title;
  std::string explanation;
};

/// Paths in reports are those from the current folder.
class InRepository {
 public:
  InRepository() : before_(std::filesystem::current_path()) { std::filesystem::current_path(repository_file(".")); }
  ~InRepository() { std::filesystem::current_path(before_); }

 private:
  std::filesystem::path before_;
};

/// "// expect: kind=deadlock", a line with the title, and a paragraph.
Example read_example(const std::string& path) {
  Example example{path, "", "", ""};
  std::ifstream file(path);
  for (std::string line; std::getline(file, line) && line.starts_with("//");) {
    const std::string text = line.size() > 3 ? line.substr(3) : "";
    if (text.starts_with("expect: kind=")) {
      example.kind = text.substr(13);
    } else if (text.empty()) {
      continue;
    } else if (example.title.empty()) {
      example.title = text;
    } else {
      example.explanation += text + "\n";
    }
  }
  return example;
}

std::vector<Example> all_examples() {
  std::vector<Example> examples;
  for (const auto& entry : std::filesystem::directory_iterator("examples/bugs")) {
    const auto ending = entry.path().extension();
    if (ending == ".c" || ending == ".cc") examples.push_back(read_example(entry.path().string()));
  }
  examples.push_back({"examples/abba.c", "deadlock", "Two locks in opposite orders (ABBA)",
                      "Each thread holds what the other wants. Take locks in the same order everywhere.\n"});
  examples.push_back({"examples/philosophers.c", "deadlock", "Dining philosophers",
                      "All have taken the left fork, and wait for the right one. One of them has to begin with the "
                      "right one.\n"});
  std::sort(examples.begin(), examples.end(), [](const Example& a, const Example& b) { return a.title < b.title; });
  return examples;
}

/// Without what differs from run to run.
std::string report_of(const Ran& ran) {
  std::istringstream in(ran.out);
  std::string report;
  bool is_figures = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("traces ")) is_figures = true;
    if (line.starts_with("RESULT")) is_figures = false;
    if (!is_figures) report += line + "\n";
  }
  return report;
}

std::string page() {
  std::string text =
      "# Classic mistakes, found and explained\n\n"
      "<!-- Written by a test: QPOR_UPDATE_DOCS=1 frontend_tests --gtest_filter='NativeBugs.*' -->\n\n"
      "The programs are in `examples/` and `examples/bugs/`. Each is right in most of its schedules; the reports are "
      "those of\n"
      "`qpor --k=3 PROGRAM`. Read them from the top: what went wrong and who waits for whom, then the schedule that "
      "leads\n"
      "there, a column per thread, with the line of the source at the right.\n";
  for (const Example& example : all_examples()) {
    const Ran ran = run_with({"--k=3", example.path});
    EXPECT_EQ(ran.code, 1) << example.path << ran.out << ran.err;
    EXPECT_TRUE(ran.out.find(example.kind + " at ") != std::string::npos) << example.kind << "\n" << ran.out;
    text += "\n## " + example.title + "\n\n" + example.explanation + "\n    scripts/qpor --k=3 " + example.path +
            "\n\n```\n" + report_of(ran) + "```\n";
  }
  return text;
}

TEST(NativeBugs, AreFoundAndExplainedAsThePageSays) {
  const InRepository here;
  const std::string expected = page();
  if (const char* update = std::getenv("QPOR_UPDATE_DOCS"); update != nullptr && *update != '\0') {
    std::ofstream("docs/bugs.md") << expected;
  }
  std::ifstream file("docs/bugs.md");
  const std::string actual{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  EXPECT_EQ(actual, expected);
}

}  // namespace
}  // namespace qpor::frontend
