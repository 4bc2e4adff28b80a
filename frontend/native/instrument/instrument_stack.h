// Local variables in memory: red zones around those that something may access at a wrong place, and hooks where one
// comes into being and where it is gone (stack_marks.h says what they do). Which locals those are follows from their
// uses (local_uses.h); others cost nothing:
//
//   tracked   its address is known elsewhere, or it is accessed at places that are not known: red zones
//   exposed   other code accesses it, but within its bounds: marks of earlier functions are taken away
//   escapes   something may still know its address when it is gone: marked then, at the end of its block
//             (llvm.lifetime.end, which qpor asks clang for) and of its function
//
// All tracked locals of a function whose sizes are known become one, with red zones in between, so that entering the
// function looks at one piece of the shadow. Accesses at an unknown place of a local itself, as in a[i], are compared
// with its size where they are made (instrument_memory.cc): they need no red zones.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <llvm/ADT/DenseMap.h>

#include "frontend/native/instrument/instrument.h"

namespace llvm {
class AllocaInst;
class Function;
class Module;
class Value;
}  // namespace llvm

namespace qpor::frontend::native {

inline constexpr const char* kEnterFrameName = "qpor.enter_frame";
inline constexpr const char* kEnterLocalName = "qpor.enter_local";
inline constexpr const char* kReviveName = "qpor.revive";
inline constexpr const char* kEndBlockName = "qpor.end_block";
inline constexpr const char* kEndFunctionName = "qpor.end_function";
inline constexpr const char* kLandedName = "qpor.landed";
inline constexpr const char* kOutgoingName = "qpor.outgoing";
inline constexpr const char* kOutsideName = "qpor.outside";
inline constexpr const char* kOwnLocalName = "qpor.local";  ///< so are called those that qpor adds itself

struct LocalTreatment {
  std::uint32_t number = 0;
  bool is_tracked = false;
  bool is_exposed = false;  ///< and not tracked
  bool escapes = false;
  /// Every access has to look at the shadow: of another thread's, or perhaps when the block is over.
  bool is_shared = false;
  std::uint64_t size = 0;        ///< 0 when it is not constant
  llvm::Value* bytes = nullptr;  ///< the size as a value of the function; null when it is constant
};

using FunctionLocals = llvm::DenseMap<const llvm::AllocaInst*, LocalTreatment>;

/// Decides about the locals of all functions, before any access is instrumented; numbers are those in `all`.
llvm::DenseMap<llvm::Function*, FunctionLocals> decide_about_locals(llvm::Module& module,
                                                                    std::vector<LocalInModule>& all);

/// Adds red zones and hooks, when accesses have been instrumented.
void add_stack_checks(llvm::Function& function, const FunctionLocals& locals);

}  // namespace qpor::frontend::native
