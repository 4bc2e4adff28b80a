// Explores one program and writes what came of it: the report, JSON, a picture, the schedule of a defect.

#pragma once

#include "frontend/cli/command_line.h"
#include "frontend/cli/context.h"
#include "frontend/report/exit_code.h"

namespace qpor::frontend {

/// Throws UsageError.
ExitCode explore_program(const CommandLine& line, const CommandContext& context);

/// The schedule says which program it is of, and with which options. REQUIRES: --replay is among the words.
/// Throws UsageError.
ExitCode replay_program(int argc, const char* const* argv, const CommandContext& context);

}  // namespace qpor::frontend
