// Is it XML, as far as our pictures go: elements that nest, attributes in quotes, no sign that has to be escaped.

#pragma once

#include <string>
#include <vector>

namespace qpor::frontend {

/// What is wrong, or "".
inline std::string xml_error(const std::string& text) {
  std::vector<std::string> open;
  bool had_root = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (static_cast<unsigned char>(c) >= 0x7f || (static_cast<unsigned char>(c) < 0x20 && c != '\n')) return "a byte";
    if (c == '>') return "a > outside of a tag at " + std::to_string(i);
    if (c == '&') {
      const std::string name = text.substr(i + 1, text.find(';', i) - i - 1);
      if (name != "lt" && name != "gt" && name != "amp" && name != "quot" && name != "apos")
        return "a & before " + name;
    }
    if (c != '<') {
      if (open.empty() && c != '\n') return "text outside of the root";
      continue;
    }
    bool is_quoted = false;
    std::size_t end = i + 1;
    for (; end < text.size() && (is_quoted || text[end] != '>'); ++end) {
      if (text[end] == '"') is_quoted = !is_quoted;
      if (text[end] == '<') return "a < within a tag at " + std::to_string(end);
    }
    if (end == text.size()) return "a tag without end";
    std::string tag = text.substr(i + 1, end - i - 1);
    i = end;
    if (tag.starts_with("/")) {
      if (open.empty() || open.back() != tag.substr(1)) return "an end of " + tag.substr(1);
      open.pop_back();
      continue;
    }
    if (open.empty() && had_root) return "two roots";
    had_root = true;
    for (std::size_t sign = tag.find('='); sign != std::string::npos; sign = tag.find('=', sign)) {
      if (sign + 1 == tag.size() || tag[sign + 1] != '"') return "a value without quotes in " + tag;
      sign = tag.find('"', sign + 2) + 1;
    }
    if (!tag.ends_with("/")) open.push_back(tag.substr(0, tag.find(' ')));
  }
  if (!open.empty()) return open.back() + " does not end";
  return had_root ? "" : "no root";
}

}  // namespace qpor::frontend
