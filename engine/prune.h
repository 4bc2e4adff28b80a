// Pruning of U [QPOR Alg. 1, l. 13]. Keeps Q = C + D + J + the local configurations of all events in immediate conflict
// with some event of C or D; forgets the rest.
//
// Where we depart from the paper: its Q, as printed, is not causally closed, and an event without its history is lost
// for every alternative; it keeps all conflicting events, where those in immediate conflict suffice. Pruning needs a
// walk through U, so it is done when U has doubled since the last time, at the boundary between two executions: U is
// then at most twice what it must be, and the cost per event is constant.

#pragma once

#include <cstddef>
#include <span>

#include "engine/configuration.h"
#include "engine/disabled.h"
#include "engine/event_structure.h"

namespace qpor::engine {

/// Returns the number of events forgotten.
std::size_t prune(EventStructure& structure, const Configuration& configuration, const Disabled& disabled,
                  std::span<const EventId> alternative);

}  // namespace qpor::engine
