// What a stand-in announces about memory of the program before it touches it. A null pointer, and memory that is not
// the program's, is no access.
//
// REQUIRES: made in the stand-in itself, as Touch touch{QPOR_CALLED_BY}: reports name the place of that call.
//
// Cost: that of Accesses::access; next to nothing when plain accesses are not looked at.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <cwchar>
#include <type_traits>

#include "frontend/native/guest/check/accesses.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

inline constexpr std::size_t kUnbounded = ~std::size_t{0};

class Touch {
 public:
  explicit Touch(Caller caller) : accesses_(machine().accesses()), caller_(caller) {}

  Caller caller() const { return caller_; }
  Address pc() const { return machine().caller(caller_.address, caller_.frame); }

  void read(const volatile void* begin, std::size_t size) const { access(begin, size, false); }
  void write(const volatile void* begin, std::size_t size) const { access(begin, size, true); }

  /// Reads the text with its end, but no more than `most` characters.
  template <typename Character>
  void read_text(const Character* text, std::size_t most = kUnbounded) const {
    if (looks_at(text)) read(text, text_size(text, most) * sizeof(Character));
  }

  /// Is the memory there the program's, and looked at? What is not may not even be counted.
  bool looks_at(const volatile void* begin) const {
    return accesses_.is_on() && has_shadow(reinterpret_cast<Address>(begin));
  }

  /// Characters of the text with its end, but `most` at most.
  static std::size_t text_size(const char* text, std::size_t most = kUnbounded) {
    most = std::min(most, mapped_behind(text));
    const std::size_t length = ::strnlen(text, most);
    return length < most ? length + 1 : length;
  }
  static std::size_t text_size(const wchar_t* text, std::size_t most = kUnbounded) {
    most = std::min(most, mapped_behind(text) / sizeof *text);
    std::size_t size = 0;
    while (size < most && text[size++] != L'\0') {
    }
    return size;
  }

  /// So many bytes can be read from there on without a fault, if any: what has no end is looked for no further.
  static std::size_t mapped_behind(const void* begin);

 private:
  void access(const volatile void* place, std::size_t size, bool is_write) const {
    const auto begin = reinterpret_cast<Address>(place);
    if (!accesses_.is_on() || size == 0 || accesses_.access_quickly(begin, size, is_write, caller_.frame)) return;
    accesses_.access(begin, size, is_write ? AccessKind::Write : AccessKind::Read, caller_);
  }

  Accesses& accesses_;
  Caller caller_;
};

}  // namespace qpor::frontend::native
