// The unfolding as a graph to be drawn (report/dot.h): all events of U, or some of them, with their immediate
// conflicts.

#pragma once

#include <span>

#include "engine/program/executor.h"
#include "engine/report/dot.h"
#include "engine/unfolding/configuration.h"
#include "engine/unfolding/event_structure.h"

namespace qpor::engine {

/// All of U; the events of C are marked. REQUIRES: all outlive the graph.
DotGraph picture_of(const EventStructure& structure, const Configuration& configuration, const Executor& executor);
/// These events. REQUIRES: events of U, distinct, causally closed.
DotGraph picture_of(const EventStructure& structure, const Configuration& configuration, const Executor& executor,
                    std::span<const EventId> events);

}  // namespace qpor::engine
