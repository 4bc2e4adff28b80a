// The run in which the process of an exploration ended, as far as it is known (flight_recorder.h).

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/program/operation.h"

namespace qpor::frontend {

struct RunUnderWay {
  /// The thread did an operation of that kind; the last step was under way.
  struct Step {
    std::uint32_t thread;
    engine::OperationKind kind;
    std::int32_t choice;  ///< where the kind is Choose
  };
  std::vector<std::string> threads;  ///< their names
  std::vector<Step> steps;
  std::uint64_t length = 0;  ///< at least steps.size()
};

}  // namespace qpor::frontend
