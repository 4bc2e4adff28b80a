#include "frontend/native/machine/faults.h"

#include <sys/time.h>

namespace qpor::frontend::native {
namespace {

constexpr std::size_t kHandlerStack = 256 * 1024;

}  // namespace

FaultHandler::FaultHandler(Machine& machine) : stack_(kHandlerStack) {
  stack_t stack{};
  stack.ss_sp = stack_.data();
  stack.ss_size = stack_.size();
  sigaltstack(&stack, &old_stack_);
  struct sigaction action{};
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  action.sa_sigaction = &FaultHandler::on_fault;
  for (const int signal : kFaultSignals) {
    old_.push_back({signal, {}});
    sigaction(signal, &action, &old_.back().action);
  }
  if (machine.options().step_timeout <= 0) return;
  action.sa_sigaction = &FaultHandler::on_timer;
  action.sa_flags |= SA_RESTART;
  old_.push_back({SIGPROF, {}});
  sigaction(SIGPROF, &action, &old_.back().action);
  machine.step_timer_ = {};
  const itimerval timer{{0, kTickMicroseconds}, {0, kTickMicroseconds}};
  setitimer(ITIMER_PROF, &timer, nullptr);
}

FaultHandler::~FaultHandler() {
  const itimerval none{};
  setitimer(ITIMER_PROF, &none, nullptr);
  for (const Old& old : old_) sigaction(old.signal, &old.action, nullptr);
  if ((old_stack_.ss_flags & SS_DISABLE) != 0 || old_stack_.ss_sp == nullptr) old_stack_.ss_flags = SS_DISABLE;
  sigaltstack(&old_stack_, nullptr);
}

}  // namespace qpor::frontend::native
