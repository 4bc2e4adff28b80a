#include "frontend/base/usage_error.h"

namespace qpor::frontend {

std::string in_quotes(std::string_view word) {
  std::string text = "'";
  for (const char c : word) text += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
  return text + "'";
}

}  // namespace qpor::frontend
