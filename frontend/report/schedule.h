// From a trace to a story: in which order its steps are told, and what each of them is in words. Comes between the
// engine's Trace and the Result.
//
// Cost: linear in the steps and their causes; choosing the next thread at a context switch looks at the whole run
// that each candidate could make, up to kLookAhead events.

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/execution/trace.h"
#include "frontend/report/result.h"

namespace qpor::frontend {

inline constexpr std::size_t kLookAhead = 1000;

/// The same steps in an order with few context switches: a thread goes on as long as the causes of its next step are
/// there; then comes the thread that can do most. Tried from the beginning and from the end, the better one is taken;
/// it need not be the best.
/// REQUIRES: `steps` in an order in which they can take place once the other steps of the trace have.
std::vector<engine::StepIndex> with_few_switches(const engine::Trace& trace, std::span<const engine::StepIndex> steps);

TraceStep trace_step(const engine::Trace& trace, engine::StepIndex step);
/// An operation that has not taken place.
TraceStep pending_step(const engine::Execution& execution, engine::ThreadId thread);
ScheduleStep schedule_step(const engine::Trace& trace, engine::StepIndex step);

}  // namespace qpor::frontend
