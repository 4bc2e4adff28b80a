// The judge: runs the engine on a random program under many settings and compares all it says with the ground truth,
// which shares no code with it. The bridge between the two is a schedule: thread names and outcomes.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/qpor/explore.h"
#include "tests/support/ground_truth.h"
#include "tests/support/oracle_program.h"

namespace qpor::tests {

/// The name of a thread that both sides agree on: "t0" for an initial one, "t0.1" for the second one that t0 created.
std::string canonical_name(const engine::Vocabulary& vocabulary, engine::ThreadId thread);
/// The step by which the oracle takes this event.
oracle::Step step_of(const engine::EventStructure& structure, engine::EventId event);
oracle::Step step_of(const engine::Execution& execution, std::size_t step);
std::vector<oracle::Step> schedule_of(const engine::Execution& execution);
/// The local configuration of the event, causes first.
std::vector<engine::EventId> local_configuration(const engine::EventStructure& structure, engine::EventId event);

struct CheckCounts {
  std::uint64_t programs = 0;    ///< judged
  std::uint64_t too_big = 0;     ///< passed over: the ground truth was too large
  std::uint64_t traces = 0;      ///< maximal configurations compared, over all settings
  std::uint64_t pairs = 0;       ///< pairs of events whose causality, conflict and immediate conflict were compared
  std::uint64_t extensions = 0;  ///< conflicting extensions compared with the definition
  std::uint64_t classes = 0;     ///< that observers told, over all settings
  std::uint64_t redundant = 0;   ///< executions of observers that were of a class told before
  std::uint64_t blocked = 0;     ///< executions of observers whose next steps were all asleep
  CheckCounts& operator+=(const CheckCounts& other);
};

/// Empty when the engine is right about the program; otherwise what is wrong, in words. With `pairs_too` also every
/// pair of events of a small enough unfolding.
std::string check_engine(const oracle::Program& program, bool pairs_too, CheckCounts& counts);

}  // namespace qpor::tests
