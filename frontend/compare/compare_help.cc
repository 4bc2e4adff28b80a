#include "frontend/compare/compare_help.h"

#include <ostream>
#include <string>
#include <vector>

#include "frontend/cli/help.h"

namespace qpor::frontend {
namespace {

/// What `qpor compare` has besides; what it refuses is not shown by --help, which is long enough.
std::vector<HelpRow> compare_table() {
  std::vector<HelpRow> rows;
#define QPOR_SECTION(title) rows.push_back({title, "", "", ""});
#define QPOR_REFUSED(name, reason)
#define QPOR_OPTION(field, type, initial, names, value, text) rows.push_back({"", with_value(names, value), text, ""});
#include "frontend/compare/compare_options.def"
#undef QPOR_OPTION
#undef QPOR_REFUSED
#undef QPOR_SECTION
  return rows;
}

/// The names of the options that it refuses.
std::string refused_by_compare(const char* quote) {
  std::string text;
#define QPOR_SECTION(title)
#define QPOR_OPTION(field, type, initial, names, value, text)
#define QPOR_REFUSED(name, reason) text += (text.empty() ? "" : ", ") + std::string(quote) + (name) + quote;
#include "frontend/compare/compare_options.def"
#undef QPOR_REFUSED
#undef QPOR_OPTION
#undef QPOR_SECTION
  return text;
}

constexpr std::string_view kCompareIntroduction =
    "Explores a program once under each of several settings, checks that all visit the same traces, shows\n"
    "what each cost in one table, and recommends one.\n";

}  // namespace

void write_compare_help(std::ostream& out) {
  out << "usage: qpor compare [options] PROGRAM... [-- ARGUMENTS]\n\n" << kCompareIntroduction;
  write_rows(out, compare_table());
  out << "\nAll other options of qpor hold for every setting (qpor --help shows them); --keep-going always does.\n"
         "Refused are:\n";
  write_row(out, "", refused_by_compare(""));
  out << "\nExit codes:\n";
  write_row(out, "0", "all settings came to an end, visited the same traces, and no defect was found");
  write_row(out, "1", "the program has a defect");
  write_row(out, "2", "an option, an input or an output file cannot be used; one sentence says why");
  write_row(out, "3", "a setting did not come to its end, or something of the program was not explored");
  write_row(out, "4", "two settings visited different traces, or another internal error");
}

void write_compare_markdown(std::ostream& out) {
  out << "\n## `qpor compare`\n\n"
         "    qpor compare [options] PROGRAM... [-- ARGUMENTS]\n\n"
      << kCompareIntroduction
      << "[An example, and what the columns mean](compare.md). All other options hold for every setting, limits too;\n"
         "`--keep-going` always does. Refused are "
      << refused_by_compare("`") << ".\n";
  write_markdown_rows(out, compare_table(), "###");
  out << "\nThe exit code is 4 when two settings visited different traces, 1 when the program has a defect, 3 when a\n"
         "setting did not come to its end or something of the program was not explored, and 0 otherwise.\n";
}

}  // namespace qpor::frontend
