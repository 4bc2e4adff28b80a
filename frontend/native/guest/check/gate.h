// Calls through pointers that leave the program's code. What the program has by name went through the tables of
// functions.def when it was linked: a stand-in, a function that is known to be harmless, or one that is noted. What it
// has from elsewhere, as the virtual functions of an object that the C++ library made, was not, so that instrumented
// code asks here about every target outside of the program's code: it is on a list (gate.def), or the call is noted
// (unseen.h).
//
// Cost: the code of a call that stays within the program has a comparison more. Others ask a sorted list; the last
// answers are remembered.

#pragma once

#include "frontend/native/machine/layout.h"

namespace llvm {
class Module;
}

namespace qpor::frontend::native {

inline constexpr const char* kGateName = "qpor.gate";

/// Puts the question before each call through a pointer.
void add_gates(llvm::Module& module);

/// What is remembered between calls.
struct Gate {
  Address last = 0;  ///< the last target that was found to be allowed
};

/// What instrumented code calls when the target is outside of it.
void gate_hook(Address target);

}  // namespace qpor::frontend::native
