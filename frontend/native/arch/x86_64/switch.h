// From one stack to another, in 3 ns. Saves what the calling convention makes a function keep, and leaves by a jump: a
// `ret` would miss the processor's prediction each time (9.6 against 2.6 ns).
//
// Inlined, for the same reason: the processor predicts returns by a stack of its own, on which the calls of two stacks
// are mixed. Every return from a function that was called on this stack before the switch misses, so the switch is to
// be in the function that the program has called.
//
// The compiler keeps registers across the switch in the frame, but for the two that frames may be addressed by.
//
// The floating point control registers are not saved (float_environment.h).

#pragma once

#include <cstddef>
#include <cstdint>

namespace qpor::frontend::native {

/// Words on a stack that was left, from its stack pointer on.
enum SavedWord : std::size_t { kSavedPlace, kSavedFrame, kSavedBase, kSavedWords };

/// The frame pointer on a stack that was left.
inline std::uintptr_t saved_frame(const void* stack) { return static_cast<const std::uintptr_t*>(stack)[kSavedFrame]; }

/// Lays out a stack below `end`, so that a switch to it calls `entry` as if nothing had called it: a return address of
/// 0 ends every walk along its frames. To be switched to with the stack pointer that it returns.
void* begin_stack(std::uintptr_t end, void (*entry)());

/// Saves this stack in *save and goes on where `to` was saved. It pushes words that the compiler does not know of.
#ifndef QPOR_WITHOUT_RED_ZONE
[[gnu::error(
    "a function that changes stacks has to be in a file without a red zone, see frontend/native/CMakeLists.txt")]]
void switch_stack(void** save, void* to);
#else
[[gnu::always_inline]] inline void switch_stack(void** save, void* to) {
  asm volatile(
      "pushq %%rbx\n\t"
      "pushq %%rbp\n\t"
      "leaq 1f(%%rip), %%rcx\n\t"
      "pushq %%rcx\n\t"
      "movq %%rsp, (%0)\n\t"
      "movq %1, %%rsp\n\t"
      "popq %%rcx\n\t"
      "popq %%rbp\n\t"
      "popq %%rbx\n\t"
      "jmpq *%%rcx\n"
      "1:"
      : "+D"(save), "+S"(to)
      :
      : "rax", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "xmm0", "xmm1", "xmm2", "xmm3",
        "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "cc",
        "memory");
}
#endif

}  // namespace qpor::frontend::native

/// Where a new stack begins: calls the function whose address was saved as kSavedBase. Registers that functions keep
/// are zero there, whatever the host had in them, for setjmp stores them in memory of the program.
extern "C" void qpor_begin_stack();
/// The second half of it, for a signal handler to return to with the stack pointer set.
extern "C" void qpor_resume_stack();
/// Calls function(argument) on the stack that was left with that stack pointer, and comes back to this one. What was
/// saved there stays. The function must return: no exception, no change of stacks.
extern "C" void qpor_call_on_stack(void (*function)(void*), void* argument, void* stack);
