// Signals that the program under test causes: a fault parks the thread and lets the exploration go on. The handler runs
// on a stack of its own and returns to the host instead of to the program. A timer of processor time finds threads that
// run on without a visible operation. The handlers are in guest/signals.cc.

#pragma once

#include <csignal>
#include <vector>

#include "frontend/native/arch/x86_64/registers.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

inline constexpr int kFaultSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
inline constexpr long kTickMicroseconds = 20'000;

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
  /// The thread is not to go on, for that reason: the handler returns to the host.
  static void park(Machine& machine, InterruptedRegisters& registers, FailureKind kind, const ParkedMessage& message,
                   Address place, bool is_return_address);

  std::vector<char> stack_;
  stack_t old_stack_{};
  struct Old {
    int signal;
    struct sigaction action;
  };
  std::vector<Old> old_;
};

}  // namespace qpor::frontend::native
