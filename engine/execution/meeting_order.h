// The first execution once more, in an order that follows meetings.h. While it was under way nobody knew which thread
// accesses what, so that events stand early in it which had better wait; and the first execution matters most, for
// its beginning stays in C until nearly all is explored. The configuration is the same, only its events are put in
// another order.
//
// Cost: per event its causes and the threads that stand before the same object, with a logarithm.

#pragma once

#include <span>
#include <vector>

#include "engine/execution/meetings.h"
#include "engine/unfolding/event_structure.h"

namespace qpor::engine {

/// The same events, causes first, by urgency. REQUIRES: they are a configuration.
std::vector<EventId> in_meeting_order(const EventStructure& structure, std::span<const EventId> configuration,
                                      bool newest_first);

}  // namespace qpor::engine
