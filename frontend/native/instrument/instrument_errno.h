// Calls that leave the program's code get hooks that keep the thread's errno equal to the library's (errno_slot.h), in
// programs that name errno: direct calls of functions that are not the program's, and all calls through pointers, for
// which it does no harm to end in the program.
//
// To be done when the functions of the program have been instrumented otherwise: the hooks are none of its calls.

#pragma once

namespace llvm {
class Module;
}  // namespace llvm

namespace qpor::frontend::native {

inline constexpr const char* kErrnoName = "__errno_location";
inline constexpr const char* kErrnoBeforeName = "qpor.errno_before";
inline constexpr const char* kErrnoAfterName = "qpor.errno_after";
/// Of a function with a body of ours that calls one of a library.
inline constexpr const char* kOutsideAttribute = "qpor-outside";

/// Does it ask for the place of errno? Then each thread needs a slot.
bool names_errno(const llvm::Module& module);
void instrument_errno(llvm::Module& module);

}  // namespace qpor::frontend::native
