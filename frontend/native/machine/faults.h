// Signals that the program under test causes: a fault parks the thread and lets the exploration go on. The handler runs
// on a stack of its own and returns to the host instead of to the program. A timer of processor time finds threads that
// run on without a visible operation.

#pragma once

#include <csignal>
#include <vector>

#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

/// Handles the signals as long as it lives. One at a time.
class FaultHandler {
 public:
  explicit FaultHandler(Machine& machine);
  ~FaultHandler();
  FaultHandler(const FaultHandler&) = delete;
  FaultHandler& operator=(const FaultHandler&) = delete;

 private:
  static void on_fault(int signal, siginfo_t* info, void* context);
  static void on_timer(int signal, siginfo_t* info, void* context);
  /// Makes the handler return to the host: the fiber never goes on.
  static void return_to_host(Machine& machine, void* context);

  std::vector<char> stack_;
  stack_t old_stack_{};
  struct Old {
    int signal;
    struct sigaction action;
  };
  std::vector<Old> old_;
};

}  // namespace qpor::frontend::native
