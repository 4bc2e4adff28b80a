// A place in the source of the program under test.

#pragma once

#include <string>

namespace qpor::engine {

/// `line` is 0 when unknown.
struct Location {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::string function;
  bool operator==(const Location&) const = default;
};

}  // namespace qpor::engine
