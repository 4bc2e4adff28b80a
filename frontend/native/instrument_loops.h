// Loops of the program's own code: with --unroll, a bound on how often each may begin anew.
//
// A counter in the frame of the function is set to 0 where the loop is entered, and looked at each time that the loop's
// head is passed. It goes back with the stack when the execution does. Only natural loops are seen: not those that a
// goto enters in the middle, and not recursion.

#pragma once

#include <cstdint>

namespace llvm {
class Function;
}

namespace qpor::frontend::native {

// Name of the hook (loops.h).
inline constexpr const char* kLoopLimitName = "qpor.loop_limit";

/// REQUIRES: the function has a body, and its locals are in registers.
void instrument_loops(llvm::Function& function, std::uint32_t unroll);

}  // namespace qpor::frontend::native
