// Pruning of U [QPOR Alg. 1, l. 13]. Keeps Q = C + D + J + the local configurations of all events f that part from some
// event d of C or D at its own place and are compatible with the part of C before d; forgets the rest.
//
// Where we depart from the paper: its Q, as printed, is not causally closed, and an event without its history is lost
// for every alternative; it keeps all conflicting events, where adjacent ones suffice; and an f that conflicts with C
// before d can serve in no alternative that is asked for while d is in C or D (it will be found again later if needed).
// The latter halves U on lock programs: 23 499 to 10 833 events at the peak of POL(7,3).
//
// Of a layer of a counted atomic all shared events compatible with C before d are kept: any of them may be of a group
// (groups.h).
//
// Pruning needs a walk through U, so it is done when U has doubled since the last time, at the boundary between two
// executions: U is then at most twice what it must be, and the cost per event is constant.

#pragma once

#include <cstddef>
#include <span>

#include "engine/qpor/disabled.h"
#include "engine/unfolding/configuration.h"
#include "engine/unfolding/event_structure.h"

namespace qpor::engine {

/// Returns the number of events forgotten. The configuration is taken down and built up again on the way.
std::size_t prune(EventStructure& structure, Configuration& configuration, const Disabled& disabled,
                  std::span<const EventId> alternative);

}  // namespace qpor::engine
