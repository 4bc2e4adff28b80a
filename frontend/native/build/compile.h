// Runs clang on a C or C++ file and takes its bitcode from a pipe: nothing is written to disk.
//
// An optimiser may read a variable before it knows whether the program does ("speculation"), and throw the value away.
// Such a read is no access of the program's, but would look like a data race. So a file that is to be optimised is
// compiled in two steps, between which load.cc gives every function the attribute by which ThreadSanitizer forbids
// that.

#pragma once

#include <string>
#include <vector>

namespace qpor::frontend::native {

/// Do these words ask for an optimiser?
bool asks_to_optimise(const std::vector<std::string>& arguments);

/// The bitcode, before any optimisation, with debug information. Messages of the compiler go to the
/// standard error. Throws ProgramError.
std::string compile_to_bitcode(const std::string& path, const std::vector<std::string>& arguments);

/// Bitcode of that file, optimised as `arguments` say. Throws ProgramError.
std::string optimise_bitcode(const std::string& bitcode, const std::string& path,
                             const std::vector<std::string>& arguments);

}  // namespace qpor::frontend::native
