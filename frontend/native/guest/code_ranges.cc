#include "frontend/native/guest/code_ranges.h"

#include <algorithm>
#include <iterator>

namespace qpor::frontend::native {

bool LibraryCode::contains(Address pc) const {
  if (ranges_.empty()) return false;
  Answer& answer = answers_[(pc ^ pc >> 8) % kAnswers];
  if (answer.pc != pc) {
    const auto it = std::upper_bound(ranges_.begin(), ranges_.end(), pc,
                                     [](Address value, const CodeRange& each) { return value < each.begin; });
    answer = {pc, it != ranges_.begin() && pc < std::prev(it)->end};
  }
  return answer.is_library;
}

}  // namespace qpor::frontend::native
