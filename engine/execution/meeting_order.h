// The first execution once more, in an order that follows meetings.h. While it was under way nobody knew which thread
// accesses what, so that steps stand early in it which had better wait; and the first execution matters most, for
// its beginning stays until nearly all is explored. The trace is the same, only its steps are put in
// another order.
//
// Cost: per step its causes and the threads that stand before the same object, with a logarithm.

#pragma once

#include <vector>

#include "engine/execution/trace.h"

namespace qpor::engine {

/// The steps of the trace, causes first, by urgency.
std::vector<StepIndex> in_meeting_order(const Trace& trace, bool newest_first);

}  // namespace qpor::engine
