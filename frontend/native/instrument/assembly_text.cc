#include "frontend/native/instrument/assembly_text.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace qpor::frontend::native {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// Without comments, and with the first of alternatives, which is the one in AT&T syntax: "$(att$|intel$)".
std::optional<std::string> plain_text(std::string_view text) {
  std::string plain;
  int alternative = -1;  // outside of any
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    if (rest.starts_with("/*")) {
      const std::size_t end = text.find("*/", i + 2);
      if (end == std::string_view::npos) return {};
      i = end + 1;
      plain += ' ';
    } else if (rest.front() == '#') {
      while (i + 1 < text.size() && text[i + 1] != '\n') ++i;
    } else if (rest.starts_with("$(")) {
      if (alternative >= 0) return {};
      alternative = 0;
      ++i;
    } else if (rest.starts_with("$|") && alternative >= 0) {
      ++alternative;
      ++i;
    } else if (rest.starts_with("$)") && alternative >= 0) {
      alternative = -1;
      ++i;
    } else if (alternative <= 0) {
      plain += rest.front();
    }
  }
  return plain;
}

std::optional<std::int64_t> integer(std::string_view text) {
  text = trimmed(text);
  const bool is_negative = text.starts_with("-");
  if (is_negative) text.remove_prefix(1);
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    base = 16;
    text.remove_prefix(2);
  } else if (text.size() > 1 && text.starts_with("0")) {
    base = 8;
  }
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return static_cast<std::int64_t>(is_negative ? -value : value);
}

/// "$0", "${0:b}", "%rax".
std::optional<AsmRegister> parse_register(std::string_view text) {
  AsmRegister result;
  text = trimmed(text);
  if (text.starts_with("%")) {
    text.remove_prefix(1);
    const auto is_name = [](unsigned char c) { return std::isalnum(c) != 0; };
    if (text.empty() || !std::all_of(text.begin(), text.end(), is_name)) return {};
    for (const char c : text) result.name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return result;
  }
  if (!text.starts_with("$")) return {};
  text.remove_prefix(1);
  if (text.starts_with("{")) {
    const std::size_t colon = text.find(':');
    if (!text.ends_with("}") || colon == std::string_view::npos || colon + 3 != text.size()) return {};
    result.modifier = text[colon + 1];
    text = text.substr(1, colon - 1);
  }
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  result.number = number;
  return result;
}

std::vector<std::string_view> split_at_commas(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    if (text[i] != ',' || depth != 0) continue;
    parts.push_back(trimmed(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  parts.push_back(trimmed(text.substr(begin)));
  return parts;
}

/// "8(%rax)", "($0,$1,4)"
std::optional<AsmOperand> parse_memory(std::string_view text, std::size_t bracket) {
  if (!text.ends_with(")")) return {};
  AsmOperand result;
  result.kind = AsmOperand::Kind::Memory;
  if (const std::string_view before = trimmed(text.substr(0, bracket)); !before.empty()) {
    if (const auto number = integer(before)) {
      result.value = *number;
    } else {
      result.displacement = parse_register(before);
      if (!result.displacement || !result.displacement->number || result.displacement->modifier != 'c') return {};
      result.displacement->modifier = 0;
    }
  }
  const auto parts = split_at_commas(text.substr(bracket + 1, text.size() - bracket - 2));
  if (parts.size() > 3) return {};
  const auto base = parse_register(parts[0]);
  if (!base) return {};
  result.base = *base;
  if (parts.size() > 1) {
    result.index = parse_register(parts[1]);
    if (!result.index) return {};
  }
  if (parts.size() > 2) {
    const auto scale = integer(parts[2]);
    if (!scale || *scale < 1 || *scale > 8) return {};
    result.scale = static_cast<std::uint64_t>(*scale);
  }
  return result;
}

std::optional<AsmOperand> parse_operand(std::string_view text) {
  AsmOperand result;
  if (text.starts_with("$$")) {
    text.remove_prefix(2);
    result.kind = AsmOperand::Kind::Immediate;
    if (const auto value = integer(text)) {
      result.value = *value;
      return result;
    }
    // "$$${0:c}" is an operand that is a constant.
    const auto constant = parse_register(text);
    if (!constant || !constant->number || constant->modifier != 'c') return {};
    result.kind = AsmOperand::Kind::Register;
    result.base = *constant;
    result.base.modifier = 0;
    return result;
  }
  if (const std::size_t bracket = text.find('('); bracket != std::string_view::npos) return parse_memory(text, bracket);
  const auto base = parse_register(text);
  if (!base) return {};
  result.base = *base;
  return result;
}

/// Adds the statement, if there is any; prefixes may be statements of their own.
bool parse_statement(std::string_view text, std::string& prefix, std::vector<AsmStatement>& statements) {
  for (;;) {
    text = trimmed(text);
    if (text.empty()) return true;
    const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
    std::string word;
    for (const char c : text.substr(0, end)) word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    text.remove_prefix(end);
    if (word == "lock" || word == "rep") {
      if (!prefix.empty()) return false;
      prefix = word;
      continue;
    }
    AsmStatement statement{prefix == "lock", word, {}};
    if (prefix == "rep") {
      if (word != "nop") return false;
      statement.mnemonic = "pause";
    }
    prefix.clear();
    text = trimmed(text);
    if (!text.empty()) {
      for (const std::string_view part : split_at_commas(text)) {
        const auto operand = parse_operand(part);
        if (!operand) return false;
        statement.operands.push_back(*operand);
      }
    }
    statements.push_back(std::move(statement));
    return true;
  }
}

}  // namespace

std::optional<std::vector<AsmStatement>> parse_assembly(std::string_view text) {
  const auto plain = plain_text(text);
  if (!plain) return {};
  std::vector<AsmStatement> statements;
  std::string prefix;
  std::string_view rest = *plain;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find_first_of(";\n"), rest.size());
    if (!parse_statement(rest.substr(0, end), prefix, statements)) return {};
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (!prefix.empty()) return {};
  return statements;
}

std::string first_line_of_assembly(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  text = text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
  const std::string_view line = trimmed(text.substr(0, text.find('\n')));
  std::string result;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool is_dollar = line.substr(i).starts_with("$$");
    if (is_dollar) ++i;
    if (!is_dollar && line.substr(i).starts_with("${")) {  // "${0:b}" was "%b0"
      const std::size_t end = line.find('}', i);
      const std::size_t colon = line.find(':', i);
      if (end != std::string_view::npos && colon < end) {
        result += '%';
        result += line.substr(colon + 1, end - colon - 1);
        result += line.substr(i + 2, colon - i - 2);
        i = end;
        continue;
      }
    }
    result += line[i] == '\t' ? ' ' : !is_dollar && line[i] == '$' ? '%' : line[i];
  }
  const bool is_cut = result.size() > kLongest || line.size() < text.size();
  if (result.size() > kLongest) result.resize(kLongest);
  return is_cut ? result + " ..." : result;
}

}  // namespace qpor::frontend::native
