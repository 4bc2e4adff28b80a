// Lets the program's plain accesses be looked at (accesses.h): before each load and store a comparison of its shadow
// cell with the current segment, inline, and a call when they differ; copying and filling memory goes through hooks.
//
// Left out is what only its thread can reach: locals whose address stays in the function (and those that it calls),
// constants, what is known to have been looked at in the same basic block, and variables of qpor itself. An access at a
// place of a local that is not known to be within it is compared with its size (instrument_stack.h).

// In optimised code a load whose value may be thrown away (it is an operand of a select, or used in blocks that need
// not follow) may be one that the program does not make there: the optimiser may have moved it above its guard. A race
// of such a load is no defect, but takes "safe" away.

#pragma once

#include "frontend/native/instrument/instrument_stack.h"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace qpor::frontend::native {

inline constexpr const char* kSegmentName = "qpor.segment";
inline constexpr const char* kReadName = "qpor.read";
inline constexpr const char* kDoubtfulReadName = "qpor.doubtful_read";
inline constexpr const char* kWriteName = "qpor.write";
inline constexpr const char* kCopyName = "qpor.copy";
inline constexpr const char* kSetName = "qpor.set";
inline constexpr const char* kQuietBeginName = "qpor.quiet_begin";
inline constexpr const char* kQuietEndName = "qpor.quiet_end";
inline constexpr const char* kStringSizeName = "qpor.string_size";

/// Of functions that no optimiser has changed.
inline constexpr const char* kPlainAttribute = "qpor-plain";

/// `interleaves`: accesses may be operations, so that having looked at one says nothing of the next.
/// REQUIRES: the function has a body; `locals` are its own.
void add_memory_checks(llvm::Function& function, bool interleaves, const FunctionLocals& locals);

/// The same for what library functions access on behalf of the program: instrument_calls.cc.
void add_call_checks(llvm::Module& module);

}  // namespace qpor::frontend::native
