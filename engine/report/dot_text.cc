#include "engine/report/dot_text.h"

#include <algorithm>

namespace qpor::engine::dot {

std::string escape(std::string_view text) {
  std::string escaped;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const std::size_t following = byte < 0xc2 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : byte < 0xf5 ? 3 : 0;
    if (byte >= 0x80) {
      // Graphviz warns of text that is not UTF-8.
      const auto is_continuation = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; };
      const std::string_view rest = text.substr(i + 1, following);
      if (following == 0 || rest.size() < following || !std::all_of(rest.begin(), rest.end(), is_continuation)) {
        escaped += '?';
        continue;
      }
      escaped += text.substr(i, following + 1);
      i += following;
    } else if (byte == '&') {
      escaped += "&amp;";
    } else if (byte == '<') {
      escaped += "&lt;";
    } else if (byte == '>') {
      escaped += "&gt;";
    } else if (byte == '"') {
      escaped += "&quot;";
    } else {
      escaped += byte < 0x20 || byte == 0x7f ? ' ' : static_cast<char>(byte);
    }
  }
  return escaped;
}

std::string counted(std::size_t count, const std::string& noun) {
  return std::to_string(count) + ' ' + noun + (count == 1 ? "" : "s");
}

}  // namespace qpor::engine::dot
