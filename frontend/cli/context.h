// What surrounds the command: its streams, whether people read them, Ctrl-C. Tests bring their own.

#pragma once

#include <functional>
#include <iosfwd>

#include "frontend/base/interrupt.h"
#include "frontend/report/exit_code.h"

namespace qpor::frontend {

struct CommandContext {
  std::ostream& out;
  std::ostream& err;
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  const InterruptFlag* interrupt = nullptr;
  bool may_fork = false;  ///< a native program gets a process of its own (explore/supervisor.h)
};

/// Runs `work`; errors become sentences on `err` and exit codes. Never throws.
int report_errors(std::ostream& err, const std::function<ExitCode()>& work);

}  // namespace qpor::frontend
