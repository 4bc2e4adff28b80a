// `qpor compare`: explores a program once under each of several settings and compares what came of it
// (docs/compare.md).
//
// Each setting is explored in a process of its own, C programs and models alike: the peak of its memory is its own, the
// heap that it starts with is as small as that of the others, and one that dies leaves the rest as they are.
// Repetitions of a setting share its process; the memory is that of the first. Without leave to fork
// (CommandContext::may_fork, in tests) everything takes place here, and peaks of memory include those of the settings
// before.
//
// Explorations go on after defects: one that stopped at the first could not be compared.

#pragma once

#include "frontend/cli/context.h"
#include "frontend/compare/compare_options.h"
#include "frontend/compare/comparison.h"

namespace qpor::frontend {

/// Explorations below this many seconds are repeated unless --repeat says otherwise, so often in all.
inline constexpr double kShortExploration = 0.1;
inline constexpr std::size_t kUsualRepetitions = 3;

/// Explores under all settings, or until a wish to end (Ctrl-C). Throws UsageError.
Comparison compare(const CompareLine& line, const CommandContext& around);

/// The whole of the subcommand. argv[0] is the word `compare`. Throws UsageError.
ExitCode run_compare(int argc, const char* const* argv, const CommandContext& around);

}  // namespace qpor::frontend
