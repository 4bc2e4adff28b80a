// Local variables that begin as zeros: those that something may still know when their function has returned, and hence
// those that other threads get to know; and all of a function that has atomics, with those that it is passed. What is
// on a stack before is what other functions left there, the stand-ins of qpor among them, whose frames are not the same
// in every execution. A local atomic that the program gives its first value by a store would be another object each
// time. The same holds for the padding of a structure that becomes the value of an atomic.
//
// Cost: a few stores for each such variable and call; most locals are known to nothing else.

#pragma once

#include <vector>

namespace llvm {
class AllocaInst;
class Module;
}  // namespace llvm

namespace qpor::frontend::native {

inline constexpr const char* kClearLocalName = "qpor.clear_local";

/// REQUIRES: accesses are not instrumented yet, whose hooks would keep each address.
std::vector<llvm::AllocaInst*> locals_to_clear(llvm::Module& module);

/// REQUIRES: accesses have been instrumented, of which these are none; locals have no red zones yet.
void clear_locals(const std::vector<llvm::AllocaInst*>& locals);

}  // namespace qpor::frontend::native
