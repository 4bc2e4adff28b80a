// Counters that are better taken for atomics like any other. That additions commute has its price: a load beside an
// addition comes after some of them, is exclusive (engine/stable_layer.h), and does not commute with other loads,
// whereas loads of a plain atomic always do. So counters whose values are read while they change may have more traces
// than plain ones. When a trace shows such a read, the sites that count that atomic become plain changes, and the
// exploration restarts. A counter that nothing else reads meanwhile has never more traces than a plain atomic: what is
// shared there is shared here.
//
// Each restart adds a site: there are at most as many as there are counting instructions in the program.

#pragma once

namespace qpor::engine {
class Explorer;
}

namespace qpor::frontend::native {

class Counts;

/// To be called at the end of a trace. Throws CountsObserved when there are new ones.
void give_up_counters(const engine::Explorer& explorer, Counts& counts);

}  // namespace qpor::frontend::native
