// What a process has once and an exploration of a native program takes for itself. Such an exploration is therefore the
// only one of its process; those of models may run beside it. The README lists where that state is.

#pragma once

namespace qpor::frontend::native {

/// The right to it, as long as it lives.
class Process {
 public:
  /// Throws std::logic_error where another one lives. operator new and std::terminate are ours from then on, for code
  /// that runs on the stack of a program (host_allocation.cc, cpp_exceptions.cc).
  Process();
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
};

}  // namespace qpor::frontend::native
