// Blocks that nobody can free any more when a program has ended: those that no pointer leads to, from global variables,
// thread-local variables, stacks of threads that still run, or blocks that are reached so. Any word that could be a
// pointer into a block counts as one, so that some losses may be missed but none is invented.
//
// Cost: one look at all the memory of the program, O(log blocks) for each word that points into a heap.

#pragma once

#include <vector>

#include "frontend/native/guest/libc/heap.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

/// In the order of threads and addresses. Only what the program asked for itself.
std::vector<const Block*> lost_blocks(const Machine& machine);

}  // namespace qpor::frontend::native
