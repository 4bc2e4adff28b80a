// The tables of the documents that come from tables of the program: kinds of failures, reasons for which a verdict is
// not `safe`, assumptions. `qpor --outcomes-markdown` writes them all, scripts/outcome-tables puts each where it
// belongs, and a test compares.

#pragma once

#include <iosfwd>
#include <span>
#include <string_view>

namespace qpor::frontend {

struct OutcomeTable {
  std::string_view name;                        ///< after the mark in the document
  std::span<const std::string_view> documents;  ///< where it stands
  void (*write)(std::ostream& out);
};

/// Before a table in a document: kOutcomeMark, its name, " -->" and an empty line.
inline constexpr std::string_view kOutcomeMark = "<!-- Written by scripts/outcome-tables: ";

std::span<const OutcomeTable> outcome_tables();

/// All of them, each after its mark and with an empty line at its end.
void write_outcomes_markdown(std::ostream& out);

}  // namespace qpor::frontend
