// The option table as text: --help, and docs/command.md, which a test holds equal to what is written here.

#include "frontend/cli/help.h"

#include <ostream>
#include <string>
#include <vector>

#include "frontend/report/exit_code.h"
#include "frontend/report/json.h"

namespace qpor::frontend {
namespace {

constexpr std::size_t kWidth = 100;
constexpr std::size_t kTextColumn = 30;

template <class T>
std::string initial_text(const T& value) {
  const auto json = shown(value);
  if (json.is_null() || json.empty()) return "";
  return json.is_string() ? json.template get<std::string>() : json.dump();
}
std::string initial_text(bool value) { return value ? "on" : ""; }

std::vector<HelpRow> table() {
  const Options defaults;
  std::vector<HelpRow> rows;
#define QPOR_SECTION(title) rows.push_back({title, "", "", ""});
#define QPOR_ACTION(identifier, names, text) rows.push_back({"", with_value(names, ""), text, ""});
#define QPOR_OPTION(field, type, initial, names, value, text) \
  rows.push_back({"", with_value(names, value), text, initial_text(defaults.field)});
#include "frontend/options/options.def"
#undef QPOR_OPTION
#undef QPOR_ACTION
#undef QPOR_SECTION
  return rows;
}

std::string without_backquotes(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c != '`') result += c;
  }
  return result;
}

std::string escaped_for_table(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '|') result += '\\';
    result += c;
  }
  return result;
}

constexpr std::string_view kIntroduction =
    "Explores every behaviour of a concurrent program, each up to the order of independent operations,\n"
    "and reports deadlocks and failures with the operations that led to them.\n";

}  // namespace

std::string with_value(const std::string& names, const std::string& value) {
  std::string spaced;
  for (const char c : names) spaced += c == ',' ? std::string(", ") : std::string(1, c);
  return value.empty() ? spaced : spaced + "=" + value;
}

void write_row(std::ostream& out, const std::string& left, const std::string& text) {
  std::string line = "  " + left;
  if (line.size() + 2 > kTextColumn) {
    out << line << '\n';
    line.clear();
  }
  line.resize(kTextColumn, ' ');
  bool is_fresh = true;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = text.find(' ', begin);
    if (end == std::string::npos) end = text.size();
    const std::string word = text.substr(begin, end - begin);
    if (!is_fresh && line.size() + 1 + word.size() > kWidth) {
      out << line << '\n';
      line.assign(kTextColumn, ' ');
      is_fresh = true;
    }
    line += (is_fresh ? "" : " ") + word;
    is_fresh = false;
    begin = end + 1;
  }
  out << line << '\n';
}

void write_rows(std::ostream& out, const std::vector<HelpRow>& rows) {
  for (const HelpRow& row : rows) {
    if (!row.title.empty()) {
      out << '\n' << row.title << ":\n";
      continue;
    }
    const std::string initial = row.initial.empty() ? "" : " (default: " + row.initial + ")";
    write_row(out, row.names, without_backquotes(row.text) + initial);
  }
}

void write_markdown_rows(std::ostream& out, const std::vector<HelpRow>& rows, const char* heading) {
  for (const HelpRow& row : rows) {
    if (!row.title.empty()) {
      out << '\n' << heading << ' ' << row.title << "\n\n| option | meaning | default |\n|---|---|---|\n";
      continue;
    }
    out << "| `" << escaped_for_table(row.names) << "` | " << escaped_for_table(row.text) << " | "
        << (row.initial.empty() ? "" : "`" + row.initial + "`") << " |\n";
  }
}

void write_help(std::ostream& out) {
  out << "usage: qpor [options] PROGRAM... [-- ARGUMENTS]\n"
         "       qpor compare [options] PROGRAM... [-- ARGUMENTS]   (qpor compare --help)\n\n"
      << kIntroduction;
  write_rows(out, table());
  out << "\nExit codes:\n";
  for (const ExitCodeRow& row : kExitCodes) {
    write_row(out, std::to_string(static_cast<int>(row.code)), std::string(row.text));
  }
}

void write_help_markdown(std::ostream& out, void (*write_compare)(std::ostream& out)) {
  out << "# The command `qpor`\n\n"
         "<!-- Written by `qpor --help-markdown > docs/command.md`; a test compares. Change "
         "frontend/options/options.def. "
         "-->\n\n"
         "    qpor [options] PROGRAM... [-- ARGUMENTS]\n\n"
      << kIntroduction
      << "\nThe kind of the program follows from the end of its name: `.c`, `.cc` and `.cpp` are compiled with clang,\n"
         "`.bc`, `.ll` and `.o` hold LLVM bitcode (`clang -emit-llvm -c -g`), and several of these are linked\n"
         "together; `.model` is the [model language](model.md). What follows `--` are arguments of the program.\n"
         "How C programs are run, and what they may do: [native programs](native.md).\n"
         "The report goes to the standard output; its last line begins with `RESULT:` and says the verdict and\n"
         "whether everything was explored. For scripts there is [JSON](json.md). The schedule of a\n"
         "defect is saved and can be [replayed](replay.md).\n";
  write_markdown_rows(out, table(), "##");
  out << "\n## Exit codes\n\n| code | meaning |\n|---|---|\n";
  for (const ExitCodeRow& row : kExitCodes) out << "| " << static_cast<int>(row.code) << " | " << row.text << " |\n";
  write_compare(out);
  out << "\n## Ending early\n\n"
         "By default the exploration ends at the first defect. Ctrl-C (or SIGTERM), `--timeout`, `--max-traces` and\n"
         "`--max-memory` end it too, after the run that is under way: the report then shows what was found so far, "
         "and\n"
         "the verdict is `defect` or `incomplete`, never `safe`. A second Ctrl-C ends the process at once.\n\n"
         "A C program may end the process that it runs in, by a raw system call or by writing over qpor's memory. It "
         "is\n"
         "therefore explored in a child process (`--no-supervise` does without). When that dies, qpor reports the run\n"
         "that was under way, the defects found before and the figures so far, with exit code 4. A program that does "
         "not answer `--timeout` "
         "is\n"
         "killed after five more seconds, and the run in which it hangs is shown.\n\n"
         "With `--keep-going` deadlocks count as the same when the same threads wait at the same places for the same\n"
         "objects, failures when kind, place and thread are the same. A thread that failed stops where it is, so what\n"
         "lay behind it remains unexplored, and the result says so; a deadlock that comes about only because a failed\n"
         "thread holds something is not reported as a defect of its own. After 1000 distinct defects it ends.\n\n"
         "Files named by `--json`, `--dot` and `--save-schedule` are opened before the exploration begins. When they\n"
         "cannot be written the exit code is 2.\n";
}

}  // namespace qpor::frontend
