// The command as a function: words in, text and an exit code out. main.cc is all that is left to be said, and tests
// need no process of their own.

#pragma once

#include <iosfwd>

#include "frontend/collector.h"

namespace qpor::frontend {

/// What surrounds the command.
struct Surroundings {
  std::ostream& out;
  std::ostream& err;
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  const InterruptFlag* interrupt = nullptr;
  bool may_fork = false;  ///< a native program gets a process of its own (supervisor.h)
};

/// Never throws; returns one of ExitCode.
int run_command(int argc, const char* const* argv, const Surroundings& surroundings);

}  // namespace qpor::frontend
