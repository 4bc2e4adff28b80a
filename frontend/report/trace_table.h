// An error trace as text: one line per operation, in the column of its thread, with its line in the source.

#pragma once

#include <iosfwd>

#include "frontend/base/palette.h"
#include "frontend/report/result.h"

namespace qpor::frontend {

void write_trace_table(std::ostream& out, const Defect& defect, const Palette& palette);

/// Unprintable bytes replaced, cut to `width` with "..." at the end.
std::string fitted(const std::string& text, std::size_t width);

}  // namespace qpor::frontend
