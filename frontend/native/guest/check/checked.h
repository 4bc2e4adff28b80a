// Functions of the library behind stand-ins that announce what they access: the row of a function says which bytes, and
// a template makes the stand-in from its type and its row. So a call is looked at by whatever way the program makes it.
//
// A row has parts, separated by blanks, one at least for every pointer among the arguments, which the compiler checks:
//
//   f0             argument 0 is a stream or a directory, whose position the function uses (process_state.h)
//   -0             what argument 0 points to is not accessed by the function itself: a handle, a callback, ...
//   f0             argument 0 is a stream, which has to be open; nothing else of it is looked at
//   p2:5           the function writes its own state of conversion, number 5 (process_state.h), if argument 2 is null
//   P0:5           the same in any case
//   r0:SIZE        so many bytes are read, from argument 0 on     w0:SIZE  written      R0:SIZE, W0:SIZE  after the
//   call
//
//   16             so many bytes                                  a2, a1*a2, a2*4       as arguments say
//   ret, ret*a1    as the result says, if it is not negative      ret+1, ret+1*4        one more
//   m2, m2*4       the result and one more, but a2 at most
//   s1             a text with its end                            s1,a2  s1,6           the same, but so many at most
//   d0,1  d0,1,a2  two texts up to their first difference or their end; i0,1 regardless of case
//   c0,1,a2        up to the byte that argument 1 says            b1,a2                 what mbrtowc and the like
//   consume to, to*4       up to what the result points to; a whole text when it is null before         the same
//   without what it points to
//
// Capitals S, D, I, C mean wide characters. A part may end with a condition on the result: ?0 it is zero, ?! it is not,
// ?+ it is positive, ?> it is not negative. A null pointer is no access.
//
// Functions whose accesses no row can say have stand-ins that use Touch (touch.h) themselves.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "frontend/native/guest/check/accesses.h"

namespace qpor::frontend::native {

/// A literal as an argument of a template.
template <std::size_t Size>
struct Literal {
  char text[Size];
  constexpr Literal(const char (&from)[Size]) { std::copy_n(from, Size, text); }  // NOLINT: a conversion is the point
  constexpr std::string_view view() const { return {text, Size - 1}; }
};

/// A number, an argument or the result.
struct Factor {
  enum class Kind : std::uint8_t { Number, Argument, Result, ResultAndOne } kind = Kind::Number;
  std::uint32_t value = 1;
};

/// One part of a row.
struct Part {
  char access = '-';  ///< 'r', 'w', 'f', 'u', 'U', 'p', 'P' or '-'
  bool is_after = false;
  std::uint8_t argument = 0;
  char size = '*';  ///< '*' a product of two factors, or the letter above; 't' is "to", 'u' is "before"
  std::uint8_t first = 0, second = 0;
  bool is_bounded = false;
  Factor bound;      ///< of texts
  Factor factor[2];  ///< of products; [0] is the width of a character for the others
  char condition = '\0';
};

inline constexpr std::size_t kMostParts = 8;

struct Row {
  std::array<Part, kMostParts> parts{};
  std::size_t count = 0;
  bool is_right = true;  ///< the text could be read
  bool has_before = false, has_after = false;

  /// The arguments that are mentioned, as bits.
  constexpr std::uint32_t mentioned() const {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < count; ++i) bits |= std::uint32_t{1} << parts[i].argument;
    return bits;
  }
};

constexpr bool is_of_stream(char access) { return access == 'f' || access == 'u' || access == 'U'; }

/// Reads the text of a row.
class RowReader {
 public:
  constexpr explicit RowReader(std::string_view text) : rest_(text) {}

  constexpr Row read() {
    Row row;
    while (!rest_.empty() && row.is_right) {
      if (rest_.front() == ' ') {
        rest_.remove_prefix(1);
        continue;
      }
      if (row.count == kMostParts) row.is_right = false;
      if (!row.is_right) break;
      Part& part = row.parts[row.count++];
      row.is_right = read_part(part);
      if (part.access == '-') continue;
      (part.is_after ? row.has_after : row.has_before) = true;
    }
    return row;
  }

 private:
  constexpr bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  constexpr bool take_number(std::uint32_t& number) {
    if (rest_.empty() || rest_.front() < '0' || rest_.front() > '9') return false;
    number = 0;
    for (; !rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9'; rest_.remove_prefix(1)) {
      number = number * 10 + static_cast<std::uint32_t>(rest_.front() - '0');
    }
    return true;
  }

  constexpr bool take_argument(std::uint8_t& argument) {
    std::uint32_t number = 0;
    if (!take_number(number)) return false;
    argument = static_cast<std::uint8_t>(number);
    return true;
  }

  constexpr bool take_factor(Factor& factor) {
    if (take("ret")) {
      factor.kind = take("+1") ? Factor::Kind::ResultAndOne : Factor::Kind::Result;
      return true;
    }
    factor.kind = take("a") ? Factor::Kind::Argument : Factor::Kind::Number;
    return take_number(factor.value);
  }

  constexpr bool read_part(Part& part) {
    const char kind = rest_.front();
    rest_.remove_prefix(1);
    part.is_after = kind == 'R' || kind == 'W';
    part.access = kind == 'R' ? 'r' : kind == 'W' ? 'w' : kind;
    const bool is_handle = part.access == '-' || is_of_stream(part.access);
    const bool is_state = part.access == 'p' || part.access == 'P';
    if ((part.access != 'r' && part.access != 'w' && !is_handle && !is_state) || !take_argument(part.argument))
      return false;
    if (is_handle) return true;
    if (!take(":") || !read_size(part)) return false;
    if (!take("?")) return true;
    if (rest_.empty()) return false;
    part.condition = rest_.front();
    rest_.remove_prefix(1);
    return true;
  }

  constexpr bool read_size(Part& part) {
    if (take("before") || take("to")) {
      part.size = rest_.data()[-1] == 'e' ? 'u' : 't';
      return !take("*") || take_factor(part.factor[0]);
    }
    constexpr std::string_view kLetters = "sdicbmSDIC";
    const char letter = rest_.empty() ? '\0' : rest_.front();
    if (kLetters.find(letter) == std::string_view::npos) {
      return take_factor(part.factor[0]) && (!take("*") || take_factor(part.factor[1]));
    }
    rest_.remove_prefix(1);
    part.size = letter;
    if (letter >= 'A' && letter <= 'Z') {
      part.size = static_cast<char>(letter - 'A' + 'a');
      part.factor[0].value = sizeof(wchar_t);
    }
    if (!take_argument(part.first)) return false;
    const bool has_second = part.size == 'd' || part.size == 'i' || part.size == 'c';
    if (has_second && (!take(",") || !take_argument(part.second))) return false;
    if (take(",")) {
      part.is_bounded = true;
      if (!take_factor(part.bound)) return false;
    }
    return !take("*") || take_factor(part.factor[0]);
  }

  std::string_view rest_;
};

/// An argument or a result as far as rows need it: integers and pointers, and 0 for the others.
template <typename Value>
std::uint64_t word_of_argument(Value value) {
  if constexpr (std::is_pointer_v<Value>)
    return reinterpret_cast<std::uint64_t>(value);
  else if constexpr (std::is_integral_v<Value> && std::is_signed_v<Value>)
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
  else if constexpr (std::is_integral_v<Value> || std::is_enum_v<Value>)
    return static_cast<std::uint64_t>(value);
  else
    return 0;
}

/// Announces the parts of a row before the call, or after it.
void announce(const Row& row, const std::uint64_t* arguments, Caller caller);
void announce_after(const Row& row, const std::uint64_t* arguments, std::uint64_t result, Caller caller);

/// The arguments that are pointers, as bits.
template <typename... Arguments>
constexpr std::uint32_t pointers_among() {
  std::uint32_t bits = 0, next = 1;
  ((bits |= std::is_pointer_v<Arguments> ? next : 0, next <<= 1), ...);
  return bits;
}

template <typename Function>
struct Signature;
template <typename Result, typename... Arguments>
struct Signature<Result(Arguments...)> {
  static constexpr std::uint32_t kPointers = pointers_among<Arguments...>();
};
template <typename Result, typename... Arguments>
struct Signature<Result(Arguments..., ...)> {
  static constexpr std::uint32_t kPointers = pointers_among<Arguments...>();
};

template <typename Result, typename... Arguments>
struct Signature<Result(Arguments...) noexcept> {
  static constexpr std::uint32_t kPointers = pointers_among<Arguments...>();
};

/// `Callee::callee` is a static pointer to a function of that type.
template <typename Callee, Literal text, typename Function>
struct Announced;
template <typename Callee, Literal text, typename Result, typename... Arguments>
struct Announced<Callee, text, Result(Arguments...)> {
  static constexpr Row row = RowReader(text.view()).read();
  static_assert(row.is_right, "the text of the row cannot be read");
  static_assert((pointers_among<Arguments...>() & ~row.mentioned()) == 0, "the row leaves out a pointer");

  static Result call(Arguments... arguments) {
    const Caller caller = QPOR_CALLED_BY;
    const std::uint64_t words[] = {word_of_argument(arguments)..., 0};
    if constexpr (row.has_before) announce(row, words, caller);
    if constexpr (!row.has_after) {
      return Callee::callee(arguments...);
    } else if constexpr (std::is_void_v<Result>) {
      Callee::callee(arguments...);
      announce_after(row, words, 0, caller);
    } else {
      const Result result = Callee::callee(arguments...);
      announce_after(row, words, word_of_argument(result), caller);
      return result;
    }
  }
};

/// A function of the library. `callee` is found when a program is linked that uses it.
template <Literal name, typename Function>
struct RealFunction {
  static inline Function* callee = nullptr;
};

/// A stand-in of ours.
template <auto* function>
struct StandIn {
  static constexpr auto* callee = function;
};

}  // namespace qpor::frontend::native
