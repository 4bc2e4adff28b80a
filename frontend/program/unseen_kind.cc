#include "frontend/program/unseen_kind.h"

#include <cstddef>

namespace qpor::frontend {

const UnseenText& text_of(UnseenKind kind) {
#define QPOR_UNSEEN(identifier, key, before, after, sentence) {key, before, after},
  static constexpr UnseenText table[] = {
#include "frontend/program/unseen.def"
  };
#undef QPOR_UNSEEN
  return table[static_cast<std::size_t>(kind)];
}

}  // namespace qpor::frontend
