#include "engine/report/message_text.h"

#include "engine/program/text.h"

namespace qpor::engine {
namespace {

std::string hexadecimal(std::uint64_t value) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  do {
    text.insert(text.begin(), kDigits[value % 16]);
    value /= 16;
  } while (value != 0);
  return "0x" + text;
}

struct PartText {
  std::string operator()(const std::string& text) const { return text; }
  std::string operator()(const ThreadName& thread) const { return thread.name; }
  std::string operator()(const NamePart& name) const { return name.name; }
  std::string operator()(const Place& place) const {
    const Location& at = place.location;
    if (at.line == 0) return at.function;
    if (place.style == Place::Style::Path) return at.file + ":" + std::to_string(at.line);
    return place_text(at, place.style == Place::Style::FileName);
  }
  std::string operator()(const Number& number) const { return std::to_string(number.value); }
  std::string operator()(const CountOf& things) const {
    return std::to_string(things.count) + " " + things.what + (things.count == 1 ? "" : "s");
  }
  std::string operator()(const MemoryAddress& address) const { return hexadecimal(address.value); }
  std::string operator()(Break) const { return ""; }
};

}  // namespace

std::vector<std::string> lines_of(const Message& message) {
  std::vector<std::string> lines(1);
  for (const MessagePart& part : message.parts()) {
    if (const auto* const end = std::get_if<Break>(&part)) {
      lines.back() += *end == Break::Clause ? ';' : '.';
      lines.emplace_back();
    } else {
      lines.back() += std::visit(PartText{}, part);
    }
  }
  return lines;
}

std::string text_of(const Message& message) {
  std::string text;
  for (const std::string& line : lines_of(message)) text += (text.empty() ? "" : " ") + line;
  return text;
}

}  // namespace qpor::engine
