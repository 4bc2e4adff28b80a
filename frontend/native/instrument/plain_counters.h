// Counters that are better taken for atomics like any other. That additions commute has its price: a load beside an
// addition comes after some of them, is exclusive (engine/unfolding/stable_layer.h), and does not commute with other
// loads, whereas loads of a plain atomic always do. So counters whose values are read while they change may have more
// traces than plain ones. When a trace shows such a read, the places of the program that count that atomic become plain
// changes, and the exploration restarts. A counter that nothing else reads meanwhile has never more traces than a plain
// atomic: what is shared there is shared here.
//
// Only the number of traces depends on it: whatever is found or missed, the exploration is complete. Each restart adds
// a place: there are at most as many as there are counting instructions in the program.

#pragma once

#include <vector>

#include "engine/program/knowledge.h"

namespace qpor::engine {
class Execution;
}

namespace qpor::frontend::native {

/// The places that this trace shows to be plain, each perhaps several times. Cost: linear.
std::vector<engine::ObservedCount> plain_counters(const engine::Execution& trace);

}  // namespace qpor::frontend::native
