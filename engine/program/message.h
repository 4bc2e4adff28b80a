// What is said about the program under test, as a list of parts: values that code can look at and send to another
// process, and the words between them. Only reports make a sentence of it (engine/report/message_text.h); nothing
// decides by comparing or cutting sentences.
//
// Cost: a message is made when something has failed, never on the way there.

#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/program/location.h"

namespace qpor::engine {

/// The name of a thread, as it is shown.
struct ThreadName {
  std::string name;
  bool operator==(const ThreadName&) const = default;
};

/// The name of an object, a variable, a function or a program, or the value of an option.
struct NamePart {
  std::string name;
  bool operator==(const NamePart&) const = default;
};

/// "line 12", or "queue.c:12"; of an unknown line the function.
struct Place {
  enum class Style : std::uint8_t {
    Line,      ///< "line 12"
    FileName,  ///< "queue.c:12"
    Path,      ///< "src/queue.c:12"
  };
  Location location;
  Style style = Style::Line;
  bool operator==(const Place&) const = default;
};

struct Number {
  std::int64_t value;
  bool operator==(const Number&) const = default;
};

/// "1 byte", "4 bytes"
struct CountOf {
  std::uint64_t count;
  std::string what;  ///< in the singular
  bool operator==(const CountOf&) const = default;
};

/// "0x1000"
struct MemoryAddress {
  std::uint64_t value;
  bool operator==(const MemoryAddress&) const = default;
};

/// Ends what is said about one of several things; what follows stands in a line of its own where there is room.
enum class Break : std::uint8_t {
  Clause,    ///< "; "
  Sentence,  ///< ". "
};

using MessagePart = std::variant<std::string, ThreadName, NamePart, Place, Number, CountOf, MemoryAddress, Break>;

template <class T>
concept IsMessagePart = !std::same_as<T, std::string> && std::constructible_from<MessagePart, T> &&
                        !std::convertible_to<T, std::string_view> && !std::is_arithmetic_v<T>;

class Message {
 public:
  Message() = default;
  Message(std::string_view text) { *this << text; }
  Message(const std::string& text) { *this << std::string_view(text); }
  Message(const char* text) { *this << std::string_view(text); }
  template <IsMessagePart Part>
  Message(Part part) {
    *this << std::move(part);
  }

  Message& operator<<(std::string_view text) {
    if (text.empty()) return *this;
    if (!parts_.empty()) {
      if (auto* const last = std::get_if<std::string>(&parts_.back())) {
        *last += text;
        return *this;
      }
    }
    parts_.emplace_back(std::string(text));
    return *this;
  }
  Message& operator<<(const std::string& text) { return *this << std::string_view(text); }
  Message& operator<<(const char* text) { return *this << std::string_view(text); }
  template <IsMessagePart Part>
  Message& operator<<(Part part) {
    parts_.emplace_back(std::move(part));
    return *this;
  }
  Message& operator<<(const Message& other) {
    for (const MessagePart& part : std::vector<MessagePart>(other.parts_)) {
      const auto* const text = std::get_if<std::string>(&part);
      if (text != nullptr) {
        *this << std::string_view(*text);
      } else {
        parts_.push_back(part);
      }
    }
    return *this;
  }

  const std::vector<MessagePart>& parts() const { return parts_; }
  bool empty() const { return parts_.empty(); }
  bool operator==(const Message&) const = default;

 private:
  std::vector<MessagePart> parts_;
};

}  // namespace qpor::engine
