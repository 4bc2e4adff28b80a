// The registers of a thread that a signal has interrupted, as its handler gets them.

#pragma once

#include <sys/ucontext.h>
#include <ucontext.h>

#include "frontend/native/arch/x86_64/switch.h"
#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

/// What the ABI lets a function that calls none put below its stack pointer.
inline constexpr Address kRedZone = 128;

class InterruptedRegisters {
 public:
  /// `context`: the third argument of the handler.
  explicit InterruptedRegisters(void* context) : registers_(static_cast<ucontext_t*>(context)->uc_mcontext.gregs) {}

  Address place() const { return static_cast<Address>(registers_[REG_RIP]); }
  Address stack_pointer() const { return static_cast<Address>(registers_[REG_RSP]); }
  Address frame() const { return static_cast<Address>(registers_[REG_RBP]); }

  /// The handler will return to where that stack was left (switch.h), instead of to the interrupted thread.
  void return_to(void* stack) {
    registers_[REG_RSP] = reinterpret_cast<greg_t>(stack);
    registers_[REG_RIP] = reinterpret_cast<greg_t>(&qpor_resume_stack);
    registers_[REG_EFL] &= ~greg_t{0x40500};  // alignment check, direction, trap
  }

 private:
  greg_t* registers_;
};

/// First thing in a handler: the kernel leaves this flag as the program had it, and library code reads words at odd
/// addresses.
inline void clear_alignment_check() { asm volatile("pushfq\n\tandl $~0x40000, (%%rsp)\n\tpopfq" ::: "cc", "memory"); }

}  // namespace qpor::frontend::native
