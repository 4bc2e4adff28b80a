// The comparison for scripts (docs/compare.md): JSON, versioned as that of the command, and CSV.

#pragma once

#include <iosfwd>

#include "frontend/compare/comparison.h"
#include "frontend/report/json.h"

namespace qpor::frontend {

Json comparison_json(const Comparison& comparison);
void write_comparison_json(std::ostream& out, const Comparison& comparison);

/// A line of titles, then one for each setting: its name and options, every counter, the times, the memory, the hash.
void write_comparison_csv(std::ostream& out, const Comparison& comparison);

}  // namespace qpor::frontend
