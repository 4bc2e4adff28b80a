// The judge of native programs: C programs under the native executor against what the oracle says about their twins.
// Each maximal configuration that the engine visits is followed in the ground truth, step by step; what has no events
// in C (variables) is made up for on the way. Where the ground truth is too large, the exploration of the model is
// compared by its numbers.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tests/support/c_program.h"

namespace qpor::tests {

struct NativeCounts {
  std::uint64_t programs = 0;    ///< judged
  std::uint64_t by_numbers = 0;  ///< of them against the exploration of the model only
  std::uint64_t too_big = 0;     ///< passed over: too many traces
  std::uint64_t traces = 0;      ///< of C programs, over all settings
  std::uint64_t deadlocks = 0;
  std::uint64_t failures = 0;  ///< traces with a failed assertion
  NativeCounts& operator+=(const NativeCounts& other);
};
std::string to_string(const NativeCounts& counts);

struct NativeError {
  std::size_t number = 0;  ///< of the program
  std::string what;
};

/// Compiles all of them as one file and judges them one after the other. For each that is wrong the first thing that
/// is; empty when all are right. REQUIRES: `objection` has none.
std::vector<NativeError> check_native(const std::vector<oracle::CProgram>& twins, NativeCounts& counts);

/// The same for one: empty, or what is wrong.
std::string check_native(const oracle::CProgram& twin, NativeCounts& counts);
/// And with this C program in place of the twin.
std::string check_native(const oracle::CProgram& twin, const std::string& c_text, NativeCounts& counts);

/// Smaller, and still failing. `still_fails` sees only programs without an objection.
oracle::CProgram shrink(oracle::CProgram twin, const std::function<bool(const oracle::CProgram&)>& still_fails);

/// Model and C text, with the names of both.
std::string both_texts(const oracle::CProgram& twin);

}  // namespace qpor::tests
