// Tables of options as text: `--help`, and docs/command.md.

#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace qpor::frontend {

struct HelpRow {
  std::string title;  ///< of a section; then the rest is empty
  std::string names;
  std::string text;
  std::string initial;
};

/// "-k, --key=N"
std::string with_value(const std::string& names, const std::string& value);
/// In two columns; the text is wrapped.
void write_row(std::ostream& out, const std::string& left, const std::string& text);
void write_rows(std::ostream& out, const std::vector<HelpRow>& rows);
/// `heading`: "##"
void write_markdown_rows(std::ostream& out, const std::vector<HelpRow>& rows, const char* heading);

void write_help(std::ostream& out);
/// docs/command.md; `write_compare` writes the section on `qpor compare`.
void write_help_markdown(std::ostream& out, void (*write_compare)(std::ostream& out));

}  // namespace qpor::frontend
