// Runs clang on a C or C++ file and takes its bitcode from a pipe: nothing is written to disk.

#pragma once

#include <string>
#include <vector>

namespace qpor::frontend::native {

/// The bitcode. Not optimised but for what `arguments` say, with debug information. Messages of the compiler go to the
/// standard error. Throws ProgramError.
std::string compile_to_bitcode(const std::string& path, const std::vector<std::string>& arguments);

}  // namespace qpor::frontend::native
