#include "frontend/model/source.h"

#include <utility>

namespace qpor::frontend::model {
namespace {

constexpr std::size_t kLongestQuote = 60;

std::string at(const engine::Location& location) {
  if (location.line == 0) return location.file + ": ";
  return location.file + ":" + std::to_string(location.line) + ":" + std::to_string(location.column) + ": ";
}

}  // namespace

ModelError::ModelError(engine::Location location, const std::string& sentence)
    : std::runtime_error(at(location) + sentence), location_(std::move(location)) {}

void Source::reject(Position position, const std::string& sentence) const {
  throw ModelError({file, position.line, position.column, ""}, sentence);
}

std::string quoted(std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string result = "'";
  bool after_space = false;
  for (const char c : text) {
    if (result.size() > kLongestQuote) {
      result += "...";
      break;
    }
    const auto byte = static_cast<unsigned char>(c);
    const bool is_space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (is_space) {
      if (!after_space) result += ' ';
    } else if (byte < 0x20 || byte >= 0x7f) {
      result += "\\x";
      result += kHex[byte >> 4];
      result += kHex[byte & 15];
    } else {
      result += c;
    }
    after_space = is_space;
  }
  return result + "'";
}

}  // namespace qpor::frontend::model
