// Programs whose number of traces is known exactly, as oracle programs: by a formula, or by counting the orders by
// hand as the comment at each says. Usable wherever an exact number is wanted (engine, frontends, documentation).

#pragma once

#include <cstddef>
#include <vector>

#include "tests/support/oracle_program.h"

namespace qpor::oracle {

struct KnownProgram {
  Program program;
  std::size_t traces;     ///< maximal configurations
  std::size_t deadlocks;  ///< of them with blocked threads
  std::size_t failed;     ///< of them with failed threads
};

/// All of them at the sizes that the ground truth can take.
std::vector<KnownProgram> known_programs();

namespace known {
Program philosophers(int count);       ///< 2^n - 1 traces, 1 deadlock
Program readers(int count);            ///< a writer and n readers of one variable: 2^n
Program last_zero(int count);          ///< searches an array that others fill: 64 for n = 5
Program entangled_writers(int count);  ///< [QPOR Fig. 1]: 2n, and blocked runs unless k >= 2
}  // namespace known

}  // namespace qpor::oracle
