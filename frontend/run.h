// From a program to a result: reads the input as its name says, makes an executor of it, explores it and gathers what
// came of it. The middle of the command; command.h is what surrounds it.

#pragma once

#include <memory>
#include <string>

#include "engine/executor.h"
#include "engine/follow.h"
#include "frontend/collector.h"
#include "frontend/options.h"
#include "frontend/result.h"

namespace qpor::frontend {

/// A program that can be explored.
struct Input {
  std::string path;
  std::string text;  ///< the source, for showing lines of it
  std::unique_ptr<engine::Executor> executor;
  /// The same only for programs that behave the same under the same schedule: of everything that goes into the program,
  /// its options included, but not of its path. A saved schedule is refused for another one.
  std::string fingerprint = {};
};

/// Throws UsageError when the file is of no known kind, cannot be read, or is not what its name says.
Input open_input(const std::string& path, const Options& options);

/// Explores it, or follows one schedule only. Limits, defects and internal errors all end up in the result. Draws what
/// the options ask for. Throws engine::ImpossibleStep when the program cannot do what the schedule says.
Result run(Input& input, const Options& options, Drawing& drawing, const InterruptFlag* interrupt,
           const engine::Schedule* replay = nullptr);

}  // namespace qpor::frontend
