// Loops of the program's own code, not of library headers: those that may spin get what spinning.h needs to recognise
// it, and with --unroll there is a bound on how often each may begin anew.
//
// A loop may spin if some way through it, from its head back to its head, has no certain effect (effects.h), and if
// what it carries along, the head's phi nodes, need not change. Then the values of these are compared with those of the
// round before, each instruction that has an effect in the loop notes so in a byte, and the head calls a hook. A loop
// without atomics calls it only when it has spun once: such loops are many, and cost a comparison per value and round.
//
// For --unroll, a counter is set to 0 where the loop is entered, and looked at each time that the head is passed; a
// round that has done nothing does not count. It is in the frame of the function, as everything here, so that it goes
// back with the stack when the execution does.
//
// Where an exception lands, a hook cuts the chain of loops (spinning.h).
//
// Only natural loops are seen: not those that a goto enters in the middle, and not recursion.

#pragma once

#include <cstdint>

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace qpor::frontend::native {

// Names of the hooks (loops.h, spinning.h).
inline constexpr const char* kLoopLimitName = "qpor.loop_limit";
inline constexpr const char* kSpinHeadName = "qpor.spin_head";
inline constexpr const char* kSpinLeaveName = "qpor.spin_leave";
inline constexpr const char* kSpinLandedName = "qpor.spin_landed";
inline constexpr const char* kSpinIdleName = "qpor.spin_idle";
inline constexpr const char* kSpinCopyName = "qpor.spin_copy";

/// Functions of C++ headers that are atomic operations take what they expect by reference; in loops they are inlined,
/// so that it can be a value. REQUIRES: there are no hooks yet.
void inline_atomics_in_loops(llvm::Function& function);

/// REQUIRES: locals are in registers, and atomics have their hooks.
/// `interleaves`: plain loads may be operations, so that loops without atomics may wait for a change as well.
void instrument_loops(llvm::Module& module, std::uint32_t unroll, bool interleaves);

}  // namespace qpor::frontend::native
