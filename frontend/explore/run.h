// From a program to a result: reads the input as its name says, makes an executor of it, explores it and gathers what
// came of it. The middle of the command; command.h is what surrounds it.

#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/program/schedule.h"
#include "frontend/explore/collector.h"
#include "frontend/explore/input.h"
#include "frontend/options/options.h"
#include "frontend/report/result.h"

namespace qpor::frontend {

/// Explores it, or follows one schedule only, and tells the recorder on the way, if there is one. Limits, defects and
/// internal errors all end up in the result. Draws what the options ask for. Throws engine::ImpossibleStep when the
/// program cannot do what the schedule says.
Result run(Input& input, const Options& options, Drawing& drawing, const InterruptFlag* interrupt,
           Reporter* reporter = nullptr, const engine::Schedule* replay = nullptr);

}  // namespace qpor::frontend
