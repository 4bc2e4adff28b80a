// From a configuration to a story: which of its events matter to a defect, in which order they are told, and what each
// of them is in words. Comes between the Explorer, whose ids mean nothing outside of it, and the Result.
//
// Cost: linear in the events and their causes; choosing the next thread at a context switch looks at the whole run
// that each candidate could make, up to kLookAhead events.

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/qpor/explore.h"
#include "frontend/result.h"

namespace qpor::frontend {

/// The events of C in the local configurations of `roots`, in the order of the trail. REQUIRES: roots are in C.
std::vector<engine::EventId> causal_past(const engine::Explorer& explorer, std::span<const engine::EventId> roots);

/// All events of C, in the order of the trail.
std::vector<engine::EventId> all_events(const engine::Explorer& explorer);

inline constexpr std::size_t kLookAhead = 1000;

/// The same events in an order with few context switches: a thread goes on as long as the causes of its next event are
/// there; then comes the thread that can do most. Tried from the beginning and from the end, the better one is taken;
/// it need not be the best.
/// REQUIRES: `events` in an order in which they can take place once the other events of C have.
std::vector<engine::EventId> with_few_switches(const engine::Explorer& explorer,
                                               std::span<const engine::EventId> events);

TraceStep trace_step(const engine::Explorer& explorer, engine::EventId event);
/// An operation that has not taken place.
TraceStep pending_step(const engine::Explorer& explorer, engine::ThreadId thread);
ScheduleStep schedule_step(const engine::Explorer& explorer, engine::EventId event);

}  // namespace qpor::frontend
