// From a program to a result: reads the input as its name says, makes an executor of it, explores it and gathers what
// came of it. The middle of the command; command.h is what surrounds it.

#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/executor.h"
#include "frontend/collector.h"
#include "frontend/options.h"
#include "frontend/result.h"

namespace qpor::frontend {

namespace native {
class NativeExecutor;
}

/// A program that can be explored.
struct Input {
  std::string path;
  std::unique_ptr<engine::Executor> executor;
  std::function<std::string(const engine::Location&)> source_line;  ///< the text there, or ""
  std::string fingerprint;                                          ///< tells whether the program is still the same
  native::NativeExecutor* native = nullptr;                         ///< the executor, of a C program
};

/// Is it a program whose code runs in this process?
bool is_native(const CommandLine& line);

/// Throws UsageError when a file is of no known kind, cannot be read, or is not what its name says.
Input open_input(const CommandLine& line);

/// Explores it, and tells the recorder on the way, if there is one. Limits, defects and internal errors all end up in
/// the result. Draws what the options ask for.
Result run(Input& input, const Options& options, Drawing& drawing, const InterruptFlag* interrupt,
           FlightRecorder* recorder = nullptr);

}  // namespace qpor::frontend
