// Numbers with a fraction as text: libstdc++.so converts them, in memory that is not the program's.

#include <charconv>
#include <clocale>
#include <cstring>
#include <locale>
#include <system_error>

#include "frontend/native/build/guest_library/hooks.h"

namespace qpor_guest {
namespace {

/// Calls real(first, last) for memory of our own, and copies.
template <class Real>
std::to_chars_result convert(char* first, char* last, const Real& real) {
  char room[512];
  const auto size = static_cast<std::size_t>(last - first);
  char* const text = size <= sizeof room ? room : static_cast<char*>(::operator new(size));
  const std::to_chars_result result = real(text, text + size);
  const auto length = static_cast<std::size_t>(result.ptr - text);
  if (result.ec == std::errc()) std::memcpy(first, text, length);
  if (text != room) ::operator delete(text);
  return {result.ec == std::errc() ? first + length : last, result.ec};
}

/// What is read: the number, and the character behind it that does not belong to it.
template <class Value, class Real>
std::from_chars_result parse(const char* first, const char* last, Value& value, const Real& real) {
  Value ignored{};
  const char* const end = real(first, last, ignored).ptr;
  announce_read(first, static_cast<std::size_t>(end - first) + (end < last ? 1 : 0));
  Value parsed{};
  const std::from_chars_result result = real(first, last, parsed);
  if (result.ec == std::errc()) value = parsed;
  return result;
}

}  // namespace
}  // namespace qpor_guest

/// `letter` is that of the type in mangled names.
#define QPOR_NUMBERS(Type, letter)                                                                                     \
  namespace qpor_guest {                                                                                               \
  std::to_chars_result real_to_chars(char*, char*, Type) QPOR_REAL("_ZSt8to_charsPcS_" letter);                        \
  std::to_chars_result real_to_chars(char*, char*, Type, std::chars_format)                                            \
      QPOR_REAL("_ZSt8to_charsPcS_" letter "St12chars_format");                                                        \
  std::to_chars_result real_to_chars(char*, char*, Type, std::chars_format, int)                                       \
      QPOR_REAL("_ZSt8to_charsPcS_" letter "St12chars_formati");                                                       \
  std::from_chars_result real_from_chars(const char*, const char*, Type&, std::chars_format)                           \
      QPOR_REAL("_ZSt10from_charsPKcS0_R" letter "St12chars_format");                                                  \
  }                                                                                                                    \
  namespace std {                                                                                                      \
  to_chars_result to_chars(char* first, char* last, Type value) noexcept {                                             \
    return qpor_guest::convert(first, last, [&](char* a, char* b) { return qpor_guest::real_to_chars(a, b, value); }); \
  }                                                                                                                    \
  to_chars_result to_chars(char* first, char* last, Type value, chars_format format) noexcept {                        \
    return qpor_guest::convert(first, last,                                                                            \
                               [&](char* a, char* b) { return qpor_guest::real_to_chars(a, b, value, format); });      \
  }                                                                                                                    \
  to_chars_result to_chars(char* first, char* last, Type value, chars_format format, int precision) noexcept {         \
    return qpor_guest::convert(                                                                                        \
        first, last, [&](char* a, char* b) { return qpor_guest::real_to_chars(a, b, value, format, precision); });     \
  }                                                                                                                    \
  from_chars_result from_chars(const char* first, const char* last, Type& value, chars_format format) noexcept {       \
    return qpor_guest::parse(first, last, value, [&](const char* a, const char* b, Type& to) {                         \
      return qpor_guest::real_from_chars(a, b, to, format);                                                            \
    });                                                                                                                \
  }                                                                                                                    \
  }

QPOR_NUMBERS(float, "f")
QPOR_NUMBERS(double, "d")
QPOR_NUMBERS(long double, "e")

/// Headers convert under the locale of C; the program is never in another one.
extern "C" locale_t __uselocale(locale_t) noexcept { return LC_GLOBAL_LOCALE; }
