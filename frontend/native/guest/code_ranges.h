// Which addresses are the program's own code, and which are code that came from headers of a library
// (build/library_code.h). In C++ most calls of stand-ins are made by inline functions of the library
// (std::mutex::lock); what the user wants to know is where these were called.

#pragma once

#include <utility>
#include <vector>

#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

/// [begin, end)
struct CodeRange {
  Address begin = 0;
  Address end = 0;
};

/// Answers for addresses, from ranges that are sorted and do not overlap. Remembers the last answers, since the same
/// few places ask again and again: one look then.
class LibraryCode {
 public:
  /// On the host's side.
  void set(std::vector<CodeRange> ranges) {
    ranges_ = std::move(ranges);
    answers_.assign(ranges_.empty() ? 0 : kAnswers, {});
  }
  bool is_empty() const { return ranges_.empty(); }
  bool contains(Address pc) const;

 private:
  struct Answer {
    Address pc = 0;
    bool is_library = false;
  };
  static constexpr std::size_t kAnswers = 256;

  std::vector<CodeRange> ranges_;
  mutable std::vector<Answer> answers_;
};

}  // namespace qpor::frontend::native
