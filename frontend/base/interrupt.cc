#include "frontend/base/interrupt.h"

namespace qpor::frontend {
namespace {

InterruptFlag is_interrupted = 0;

extern "C" void note_interrupt(int) { is_interrupted = 1; }

}  // namespace

InterruptGuard::InterruptGuard() {
  is_interrupted = 0;
  struct sigaction action{};
  action.sa_handler = note_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &old_interrupt_);
  sigaction(SIGTERM, &action, &old_terminate_);
  // Under nohup and in the background of a script the signal is ignored; it stays so.
  if (old_interrupt_.sa_handler == SIG_IGN) sigaction(SIGINT, &old_interrupt_, nullptr);
}

InterruptGuard::~InterruptGuard() {
  sigaction(SIGINT, &old_interrupt_, nullptr);
  sigaction(SIGTERM, &old_terminate_, nullptr);
}

const InterruptFlag* InterruptGuard::flag() const { return &is_interrupted; }

}  // namespace qpor::frontend
