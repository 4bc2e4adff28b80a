// Bars for people: how many executions each setting took, split in traces and blocked runs, and how long.

#pragma once

#include <iosfwd>

#include "frontend/base/palette.h"
#include "frontend/compare/comparison.h"

namespace qpor::frontend {

/// Of the longest bar in the terminal.
inline constexpr std::size_t kBarWidth = 60;

/// Does the environment ask for UTF-8?
bool locale_has_unicode();

/// With block elements, or with # and - only.
void write_bar_chart(std::ostream& out, const Comparison& comparison, bool with_unicode, const Palette& palette);

/// bar_chart_svg.cc: the same as a picture that needs no other file and follows the reader's choice of light or dark.
void write_bar_chart_svg(std::ostream& out, const Comparison& comparison);

/// Escaped for XML; bytes that XML does not allow are replaced.
std::string for_xml(const std::string& text);

}  // namespace qpor::frontend
