// One execution in a form that outlives its exploration: the steps, and the threads that take them. As a file holds it,
// or a test writes it; engine/qpor/follow.h runs it.
//
// A schedule means the same in another process because threads are named by creator and ordinal. It lists all that were
// known when it was made, for an executor may derive addresses from the set of them (frontend/native/slots.h).

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/program/ids.h"
#include "engine/program/operation.h"

namespace qpor::engine {

/// `thread` does its next operation. `outcome` (semantics.h) is needed where the state leaves several; for a signal it
/// is the id of the woken thread.
struct ScheduledStep {
  ThreadId thread{};
  std::optional<std::int32_t> outcome;

  bool operator==(const ScheduledStep&) const = default;
};

struct Schedule {
  std::vector<Thread> threads;  ///< by id; creators come before their children. Names are for people
  std::vector<ScheduledStep> steps;
};

/// The program cannot do the next step of a schedule. what() is one sentence without a full stop.
class ImpossibleStep : public std::runtime_error {
 public:
  ImpossibleStep(std::size_t step, const std::string& why)
      : std::runtime_error("step " + std::to_string(step) + ": " + why), step(step) {}
  std::size_t step;  ///< the first one is 1
};

/// Gives the threads their ids. REQUIRES: the vocabulary has no threads yet. False when a creator does not come before
/// its child, or a thread comes twice.
bool intern_threads(std::span<const Thread> threads, Vocabulary& vocabulary);

}  // namespace qpor::engine
