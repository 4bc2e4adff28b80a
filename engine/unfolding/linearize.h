// Sets of events as sequences: what a user reads, what a schedule file holds, what a replay follows.
//
// A configuration has many linear extensions; the one with the fewest context switches is the easiest to follow, and
// finding it is NP-hard. `linearize` runs Kahn's topological sort, keeping on with the same thread as long as it can,
// forwards and backwards, and when it must switch to the first or to the last of the threads that can go on. It takes
// the best of these four, and of the given order if that has causes first. Forwards alone is misled by threads that
// stop soon to wait for another, backwards alone by threads that another one waits for.
//
// Cost: O((n + causes) log n) for n events, plus one word per event id in U.

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/program/ids.h"
#include "engine/unfolding/event_structure.h"

namespace qpor::engine {

/// The same events, causes first. The result is a function of the set and of the order in which it is given.
/// REQUIRES: the events are distinct, and whatever lies causally between two of them is one of them (so a
/// configuration will do, and the difference of two).
std::vector<EventId> linearize(const EventStructure& structure, std::span<const EventId> events);

/// How often the thread changes from one event to the next.
std::size_t context_switches(const EventStructure& structure, std::span<const EventId> sequence);

}  // namespace qpor::engine
