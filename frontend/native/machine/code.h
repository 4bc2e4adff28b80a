// What the guest's side knows of the linked program: where its code, its variables and its entry points are.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "frontend/native/guest/code_ranges.h"
#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

/// A global variable with free bytes behind it.
struct Variable {
  Address begin = 0;
  Address end = 0;
  Address padded_end = 0;
};

/// A local variable with red zones around it, by its number in stack_marks.h.
struct LocalVariable {
  std::string name;      ///< may be empty
  std::size_t size = 0;  ///< 0 when only the execution knows
};

/// Of a program that does not name errno.
inline constexpr std::size_t kNoErrnoSlot = ~std::size_t{0};

/// The entry points of the program, as the linker placed them.
struct Code {
  int (*main)(int, char**, char**) = nullptr;
  void (*constructors)() = nullptr;  ///< all of them, in order; may be null
  void (*destructors)() = nullptr;   ///< __attribute__((destructor)); may be null
  const char* tls_image = nullptr;
  std::size_t tls_size = 0;
  std::size_t tls_alignment = 1;
  std::size_t errno_offset = kNoErrnoSlot;  ///< of the slot among the thread-local variables (errno_slot.h)
  Address code_begin = 0, code_end = 0;
  std::vector<Address> targets;             ///< allowed outside of it (build/targets.h), sorted
  std::vector<CodeRange> library;           ///< functions that came from headers of a library, sorted
  std::vector<CodeRange> stream_functions;  ///< of the library, that threads may call concurrently (streams.h), sorted
  bool unwinds = false;                     ///< some function has something to do when a frame is left
  bool uses_cxx_streams = false;            ///< or locales (streams.h)
  bool has_float_environment = true;        ///< the threads may have different ones (float_environment.h)
  Address globals_begin = 0, globals_end = 0;
  std::string globals_image;        ///< the global variables as they were linked
  std::vector<Variable> variables;  ///< those with free bytes behind them, sorted
  std::vector<Extent> constants;    ///< those among them that never change, such as virtual tables, sorted
  std::vector<LocalVariable> locals;

  /// Is there an instruction of the program?
  bool contains(Address pc) const { return pc >= code_begin && pc < code_end; }
  /// Is it the return address of a call that the program has made?
  bool has_call_at(Address return_address) const { return return_address > code_begin && return_address <= code_end; }
};

}  // namespace qpor::frontend::native
