// The family of scanf. The pointers are taken out of the argument list, since two kinds of conversion must not reach
// glibc as they are: "%ms" would hand out memory of the host, which the program could not free and a checkpoint would
// not restore, and of "%n" nothing tells whether it was reached.

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwchar>

#include "frontend/native/guest/libc/files.h"
#include "frontend/native/guest/libc/formats.h"
#include "frontend/native/guest/libc/heap.h"
#include "frontend/native/guest/libc/libc.h"
#include "frontend/native/guest/libc/library_state.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

namespace {

constexpr std::size_t kMostPointers = 64;

/// A conversion that has a pointer.
struct Scanned {
  char letter = '\0';
  bool is_wide = false;
  bool allocates = false;
  std::size_t size = 0;   ///< of a number
  std::size_t width = 0;  ///< 0: none
  std::size_t argument = 0;
};

class ScannedFormat {
 public:
  explicit ScannedFormat(const char* format) : at_(format) {}

  /// False at the end, or where the format means nothing. Suppressed conversions are passed over.
  bool next(Scanned& conversion) {
    while (*at_ != '\0') {
      if (*at_++ != '%') continue;
      conversion = {};
      bool is_suppressed = false;
      if (!read(conversion, is_suppressed)) return false;
      if (conversion.letter != '%' && !is_suppressed) return true;
    }
    return false;
  }

 private:
  bool take(char wanted) {
    if (*at_ != wanted) return false;
    ++at_;
    return true;
  }

  std::size_t number() {
    std::size_t value = 0;
    for (; *at_ >= '0' && *at_ <= '9'; ++at_) value = value * 10 + static_cast<std::size_t>(*at_ - '0');
    return value;
  }

  /// Behind the set that begins here, "...]".
  void pass_set() {
    take('^');
    take(']');
    while (*at_ != '\0' && *at_++ != ']') {
    }
  }

  bool read(Scanned& conversion, bool& is_suppressed) {
    std::size_t position = 0;
    const char* const before = at_;
    position = number();
    if (position == 0 || !take('$')) {
      at_ = before;
      position = 0;
    }
    for (;; ++at_) {
      if (*at_ == '*')
        is_suppressed = true;
      else if (*at_ != '\'' && *at_ != 'I')
        break;
    }
    conversion.width = number();
    conversion.allocates = take('m');
    std::size_t longs = 0, shorts = 0;
    bool is_eight = false;
    for (;; ++at_) {
      if (*at_ == 'h')
        ++shorts;
      else if (*at_ == 'l')
        ++longs;
      else if (*at_ == 'j' || *at_ == 'z' || *at_ == 't')
        is_eight = true;
      else if (*at_ == 'q' || *at_ == 'L')
        longs = 2;
      else
        break;
    }
    conversion.letter = *at_;
    if (*at_ == '\0') return false;
    ++at_;
    conversion.is_wide = longs == 1;
    switch (conversion.letter) {
      case '[': pass_set(); break;
      case 'S':
        conversion.letter = 's';
        conversion.is_wide = true;
        break;
      case 'C':
        conversion.letter = 'c';
        conversion.is_wide = true;
        break;
      case 's':
      case 'c':
      case '%': break;
      case 'p': conversion.size = sizeof(void*); break;
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
      case 'a':
      case 'A': conversion.size = longs == 0 ? 4 : longs == 1 ? 8 : 10; break;
      case 'd':
      case 'i':
      case 'o':
      case 'u':
      case 'x':
      case 'X':
      case 'n': conversion.size = longs > 0 || is_eight ? 8 : shorts == 0 ? 4 : shorts == 1 ? 2 : 1; break;
      default: return false;
    }
    if (conversion.letter != '%' && !is_suppressed) conversion.argument = position != 0 ? position : ++next_;
    return true;
  }

  const char* at_;
  std::size_t next_ = 0;
};

/// What was written where the pointer leads.
std::size_t written_size(const Scanned& conversion, const void* place) {
  const std::size_t width = conversion.is_wide ? sizeof(wchar_t) : 1;
  switch (conversion.letter) {
    case 'c': return (conversion.width == 0 ? 1 : conversion.width) * width;
    case 's':
    case '[':
      return conversion.is_wide ? (std::wcslen(static_cast<const wchar_t*>(place)) + 1) * width
                                : std::strlen(static_cast<const char*>(place)) + 1;
    default: return conversion.size;
  }
}

/// A block of the host becomes one of the calling thread.
void* take_over(const Scanned& conversion, void* block, Address pc) {
  const std::size_t size = written_size(conversion, block);
  void* const copy = heap_allocate(size, 16, pc, Allocator::Malloc);
  if (copy != nullptr) std::memcpy(copy, block, size);
  std::free(block);
  return copy;
}

/// An argument list as the ABI of x86-64 has it; compilers keep its members to themselves.
struct ArgumentList {
  unsigned gp_offset;
  unsigned fp_offset;
  void* overflow_arg_area;
  void* reg_save_area;
};
static_assert(sizeof(ArgumentList) == sizeof(std::va_list));

/// One that consists of these pointers, all of them beyond the registers.
void make_list(std::va_list list, void** pointers) {
  constexpr unsigned kNoGeneralRegister = 48, kNoFloatRegister = 176;
  const ArgumentList made{kNoGeneralRegister, kNoFloatRegister, pointers, nullptr};
  std::memcpy(static_cast<void*>(list), &made, sizeof made);
}

}  // namespace

int scan(const Touch& touch, std::FILE* stream, const char* text, const char* format, std::va_list arguments) {
  if (stream != nullptr) use_stream(stream, touch.pc());
  expect_open(stream, touch.pc());
  touch.read_text(format);
  if (text != nullptr) touch.read_text(text);
  Scanned conversion;
  std::size_t count = 0;
  for (ScannedFormat each(format); each.next(conversion);) count = std::max(count, conversion.argument);
  if (count > kMostPointers) machine().fail(FailureKind::Limit, "a scanf with more than 64 arguments", touch.pc());
  void* given[kMostPointers];
  void* passed[kMostPointers];
  std::int64_t reached[kMostPointers];
  for (std::size_t i = 0; i < count; ++i) passed[i] = given[i] = va_arg(arguments, void*);
  for (ScannedFormat each(format); each.next(conversion);) {
    const std::size_t at = conversion.argument - 1;
    if (conversion.letter != 'n' && !conversion.allocates) continue;
    reached[at] = conversion.letter == 'n' ? -1 : 0;
    passed[at] = &reached[at];
  }
  std::va_list list;
  make_list(list, passed);
  const int result = stream != nullptr ? std::vfscanf(stream, format, list) : std::vsscanf(text, format, list);
  int converted = 0;
  for (ScannedFormat each(format); each.next(conversion);) {
    const std::size_t at = conversion.argument - 1;
    if (conversion.letter == 'n') {
      if (reached[at] == -1) continue;
      touch.write(given[at], conversion.size);
      std::memcpy(given[at], &reached[at], conversion.size);
      continue;
    }
    if (converted++ >= result) continue;
    if (!conversion.allocates) {
      if (touch.looks_at(given[at])) touch.write(given[at], written_size(conversion, given[at]));
      continue;
    }
    touch.write(given[at], sizeof(void*));
    void* const block = take_over(conversion, reinterpret_cast<void*>(reached[at]), touch.pc());
    std::memcpy(given[at], &block, sizeof block);
  }
  return result;
}

#define QPOR_SCAN(stream, text)                                                    \
  std::va_list arguments;                                                          \
  va_start(arguments, format);                                                     \
  const int result = scan(Touch{QPOR_CALLED_BY}, stream, text, format, arguments); \
  va_end(arguments);                                                               \
  return result

int guest_scanf(const char* format, ...) { QPOR_SCAN(library_state.in, nullptr); }

int guest_vscanf(const char* format, std::va_list arguments) {
  return scan(Touch{QPOR_CALLED_BY}, library_state.in, nullptr, format, arguments);
}

int guest_fscanf(std::FILE* stream, const char* format, ...) { QPOR_SCAN(stream, nullptr); }

int guest_vfscanf(std::FILE* stream, const char* format, std::va_list arguments) {
  return scan(Touch{QPOR_CALLED_BY}, stream, nullptr, format, arguments);
}

int guest_sscanf(const char* text, const char* format, ...) { QPOR_SCAN(nullptr, text); }

int guest_vsscanf(const char* text, const char* format, std::va_list arguments) {
  return scan(Touch{QPOR_CALLED_BY}, nullptr, text, format, arguments);
}

#undef QPOR_SCAN

}  // namespace qpor::frontend::native
