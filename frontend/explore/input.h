// A program that can be explored: a model, or C and C++ by way of LLVM. open_input of cli/open_input.h makes it.

#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <string>

#include "engine/program/executor.h"
#include "engine/program/fingerprint.h"
#include "engine/program/knowledge.h"
#include "frontend/options/options.h"
#include "frontend/program/guest.h"
#include "frontend/report/result.h"

namespace qpor::frontend {

/// A program that can be explored.
struct Input {
  std::string path;
  std::unique_ptr<engine::Executor> executor;
  std::function<std::string(const engine::Location&)> source_line;  ///< the text there, or ""
  /// The same only for programs that behave the same under the same schedule: of everything that goes into the program,
  /// its options included, but not of its path. A saved schedule is refused for another one.
  engine::Fingerprint fingerprint;
  engine::Knowledge knowledge{};         ///< what the options say that is known of the program
  Guest* guest = nullptr;                ///< the executor, of a C program
  std::ostream* guest_output = nullptr;  ///< where the output of every run goes, if it is wanted
};

/// What these options have looked for in a C program.
LookedFor looked_for(const Options& options);

}  // namespace qpor::frontend
