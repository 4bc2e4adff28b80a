// What the user chooses about runs of a native program.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

struct MachineOptions {
  std::size_t stack_size = 8 * kMiB;
  std::size_t heap_size = 1024 * kMiB;   ///< of each thread
  double step_timeout = 10;              ///< seconds of processor time without a visible operation
  bool check_exit = false;               ///< a non-zero exit status is a defect
  bool allow_writes = false;             ///< the program may write files
  bool is_fifo = false;                  ///< a signal wakes who has waited longest
  bool finds_uninitialised = false;      ///< reads of heap memory that nobody has written (memory_errors.h)
  std::uint32_t spurious_wakeups = 0;    ///< that each thread may have
  bool reuses_heap = false;              ///< malloc gives the block that the thread freed last
  bool checks_memory = true;             ///< plain accesses are looked at (accesses.h)
  bool interleaves = false;              ///< what threads race for is explored in every order
  unsigned races = 100;                  ///< in what percentage of executions data races are looked for
  bool races_by_causality = false;       ///< judged by the order of dependent operations, not by happens-before
  std::vector<std::string> environment;  ///< NAME=VALUE
  std::string input;                     ///< all of the standard input
};

}  // namespace qpor::frontend::native
