// From the files that the user names to a program that can be explored: by the ends of their names a model, or C and
// C++ by way of LLVM.

#pragma once

#include "frontend/cli/command_line.h"
#include "frontend/explore/input.h"

namespace qpor::frontend {

/// Is it a program whose code runs in this process?
bool is_native(const CommandLine& line);

/// Throws UsageError when a file is of no known kind, cannot be read, or is not what its name says.
Input open_input(const CommandLine& line);

}  // namespace qpor::frontend
