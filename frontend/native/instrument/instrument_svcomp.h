// Gives meaning to functions by the names that SV-COMP has for them (svcomp.h):
//
//   __VERIFIER_assume, assume_abort_if_not   whether defined or not, cut the execution if their argument is 0
//   __VERIFIER_nondet_...                    if not defined, give one of a few values; `choices` says which
//   reach_error, __VERIFIER_error            if defined, do what they do, and then are a defect all the same
//   __VERIFIER_atomic_...                    if defined, are atomic blocks from their beginning to their end
//
// A block does not end with an exception that leaves it through a function that does not catch anything.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace qpor::frontend::native {

// Names of the hooks (svcomp.h).
inline constexpr const char* kErrorHookName = "qpor.reach_error";
inline constexpr const char* kAssumeHookName = "qpor.assume";
inline constexpr const char* kNondetHookName = "qpor.nondet";
inline constexpr const char* kEnterBlockName = "qpor.enter_block";
inline constexpr const char* kLeaveBlockName = "qpor.leave_block";

/// Values that stand for others that are not explored.
struct Choice {
  std::string function;
  std::string values;  ///< 0, 1, -1
};

/// `integers`: the values of integers; empty for 0, 1 and -1.
std::vector<Choice> instrument_svcomp(llvm::Module& module, const std::vector<std::int64_t>& integers);

}  // namespace qpor::frontend::native
