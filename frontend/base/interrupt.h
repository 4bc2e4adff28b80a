// Ctrl-C as a wish to come to an end: the first SIGINT or SIGTERM sets a flag that the exploration looks at between
// runs, the second has its usual effect.

#pragma once

#include <csignal>

namespace qpor::frontend {

/// Set by a signal handler.
using InterruptFlag = volatile std::sig_atomic_t;

/// Catches the signals as long as it lives. One at a time: the flag that a handler can reach is a single one.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  const InterruptFlag* flag() const;

 private:
  struct sigaction old_interrupt_{};
  struct sigaction old_terminate_{};
};

}  // namespace qpor::frontend
