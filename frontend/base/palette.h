// Colours of a terminal.

#pragma once

namespace qpor::frontend {

/// Escape sequences, or nothing when there is to be no colour.
struct Palette {
  explicit Palette(bool with_color) {
    if (!with_color) return;
    bold = "\033[1m";
    faint = "\033[2m";
    red = "\033[1;31m";
    green = "\033[1;32m";
    yellow = "\033[1;33m";
    plain = "\033[0m";
  }
  const char* bold = "";
  const char* faint = "";
  const char* red = "";
  const char* green = "";
  const char* yellow = "";
  const char* plain = "";
};

}  // namespace qpor::frontend
