// Another order of the steps of a trace, for twin runs (twins.cc): as different from the one that was executed as the
// causes allow, so that whatever orders two threads without being an operation shows in what the two runs come to.
//
// The part of a thread between a Create and its next operation is unordered with the new thread, too. A step runs that
// part at once, so that no order of steps could put the new thread before it: a Create may be taken in two parts.
//
// Two ways to choose among the steps whose causes are done:
//  - Reversed: the one that came last. Threads that are independent run in the reverse order. What follows a Create is
//    postponed unless it is another Create, or the new threads would come in the order of creation after all.
//  - Shuffled: by numbers drawn from the seed.
//
// Cost: O((n + causes) log n) for n steps.

#pragma once

#include <cstdint>
#include <vector>

#include "engine/execution/trace.h"
#include "engine/program/executor.h"

namespace qpor::engine {

/// All steps of the trace, causes first. `seed` 0: reversed.
std::vector<TwinStep> twin_order(const Trace& trace, std::uint64_t seed);

}  // namespace qpor::engine
