// The mapping of the memory of a program (layout.h) but for the slots of its threads, which a Machine maps: code,
// constants and global variables, and their shadow. A program is linked into it before there is a machine, a process
// that is forked has it as well, and another process that links the same program has it at the same addresses.
//
// Invariant: after `seal`, what lies past the global variables is not accessible, so that wild pointers are found.

#pragma once

#include <cstddef>

#include "frontend/native/machine/layout.h"
#include "frontend/native/machine/process.h"

namespace qpor::frontend::native {

/// Throws std::runtime_error when there is no room at these addresses.
void map_memory(Address begin, std::size_t size);

class Region {
 public:
  /// The addresses are the process's. `has_shadow`: accesses are looked at (shadow.h).
  Region(const Process& process, bool has_shadow);
  ~Region();
  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;

  bool has_shadow() const { return has_shadow_; }
  /// The global variables end there. Once, after linking.
  void seal(Address globals_end);
  /// As if no memory had been accessed: the shadow is all zero. For the machine that leaves.
  void forget_accesses() const;
  /// Memory is there below.
  Address globals_bound() const { return globals_bound_; }

 private:
  bool has_shadow_;
  Address globals_bound_ = kGlobals;
};

}  // namespace qpor::frontend::native
