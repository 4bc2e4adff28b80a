// The comparison for people: one table, what follows from it in sentences, bars, and one last line that says it all.

#pragma once

#include <iosfwd>
#include <string>

#include "frontend/compare/comparison.h"

namespace qpor::frontend {

struct CompareStyle {
  bool is_quiet = false;  ///< the RESULT line only
  bool has_color = false;
  bool has_unicode = false;
};

void write_comparison(std::ostream& out, const Comparison& comparison, const CompareStyle& style);

/// "RESULT: the same 137 traces under 4 settings; use k=2 (...)"
std::string comparison_result_line(const Comparison& comparison);

}  // namespace qpor::frontend
