// One execution in a form that outlives its exploration: the steps, and the threads that take them. As a file holds it,
// bytes of another process (wire_values.h), or a test writes it; engine/qpor/follow.cc runs it.
//
// A schedule means the same in another process because threads are named by creator and ordinal. It lists all that were
// known when it was made, for an executor may derive addresses from the set of them (frontend/native/machine/slots.h).

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

/// `thread` does its next operation. `outcome` (semantics.h) is needed where the state leaves several.
struct ScheduledStep {
  ThreadId thread{};
  std::optional<std::int32_t> outcome;
  bool wakes = false;  ///< a signal: the outcome is the woken thread, or kLostSignal

  bool operator==(const ScheduledStep&) const = default;
};

struct Schedule {
  std::vector<Thread> threads;       ///< by number; creators come before their children. Names are for people
  std::vector<ScheduledStep> steps;  ///< their threads are numbers of that list
};

/// What is wrong with a schedule from elsewhere, in one sentence without a full stop; empty when nothing is: creators
/// come before their children, no thread is there twice, and steps name threads of the list only.
std::string problem_of(const Schedule& schedule);

/// The same schedule in the ids of a vocabulary, which learns its threads; an empty one gives them the numbers that
/// they have in the schedule. A schedule written by hand may leave out its threads, and then has ids already. REQUIRES:
/// problem_of(schedule) has none, or it has no threads.
Schedule in_ids_of(Vocabulary& vocabulary, Schedule schedule);

/// The program cannot do the next step of a schedule. what() is one sentence without a full stop.
class ImpossibleStep : public std::runtime_error {
 public:
  ImpossibleStep(std::size_t step, const std::string& why)
      : std::runtime_error("step " + std::to_string(step) + ": " + why), step(step) {}
  std::size_t step;  ///< the first one is 1
};

}  // namespace qpor::engine
