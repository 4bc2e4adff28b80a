// The result for people: each defect with the operations that led to it, threads in columns; a summary; and one last
// line that says it all. At most kReportWidth columns wide where names allow.

#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>

#include "frontend/options/options.h"
#include "frontend/report/result.h"

namespace qpor::frontend {

inline constexpr std::size_t kReportWidth = 110;
/// With more threads in a trace it is shown as a list.
inline constexpr std::size_t kMostColumns = 6;
/// Of a trace; of a longer one the beginning and the end are shown. The JSON has all of it.
inline constexpr std::size_t kMostTraceLines = 200;

void write_report(std::ostream& out, const Result& result, const Options& options, bool with_color);

/// "accesses weaker than seq_cst at 3 places were explored as seq_cst". REQUIRES: there are some.
Reason weaker_reason(const Result& result);

/// "safe under sequential consistency - all 24 traces explored, no defect"
std::string result_sentence(const Result& result);
/// The same after "RESULT: ".
std::string result_line(const Result& result);

}  // namespace qpor::frontend
