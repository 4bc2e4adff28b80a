// From the files that the user names to a program that can be explored: a model, or C and C++ by way of LLVM.

#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <string>

#include "engine/program/executor.h"
#include "engine/program/fingerprint.h"
#include "engine/program/knowledge.h"
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
  /// The same only for programs that behave the same under the same schedule: of everything that goes into the program,
  /// its options included, but not of its path. A saved schedule is refused for another one.
  engine::Fingerprint fingerprint;
  engine::Knowledge knowledge{};             ///< what the options say that is known of the program
  native::NativeExecutor* native = nullptr;  ///< the executor, of a C program
  std::ostream* guest_output = nullptr;      ///< where the output of every run goes, if it is wanted
};

/// Is it a program whose code runs in this process?
bool is_native(const CommandLine& line);

/// What these options have looked for in a C program.
LookedFor looked_for(const Options& options);

/// Throws UsageError when a file is of no known kind, cannot be read, or is not what its name says.
Input open_input(const CommandLine& line);

}  // namespace qpor::frontend
