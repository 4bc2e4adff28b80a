// The command as a function: words in, text and an exit code out. main.cc is all that is left to be said, and tests
// need no process of their own. Here subcommands part.

#pragma once

#include "frontend/cli/context.h"

namespace qpor::frontend {

/// Never throws; returns one of ExitCode.
int run_command(int argc, const char* const* argv, const CommandContext& context);

}  // namespace qpor::frontend
