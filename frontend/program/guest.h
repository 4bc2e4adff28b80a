// What the command asks of a program whose code runs in this process, besides what engine::Executor has: its output,
// what was lost, what was assumed. The native executor implements it; models need none of it.
//
// "In the state that the program is in" is the end of the current execution.

#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/program/executor.h"
#include "engine/program/ids.h"
#include "engine/program/knowledge.h"
#include "engine/program/location.h"
#include "frontend/program/assumptions.h"
#include "frontend/program/unseen_kind.h"
#include "frontend/program/weaker_atomic.h"

namespace qpor::engine {
class Execution;
}

namespace qpor::frontend {

class FlightRecorder;

class Guest {
 public:
  /// Calls that were given some of the values only that they could have, and which.
  struct ExploredChoice {
    std::string function;
    std::string values;
    std::vector<engine::Location> places;
  };
  /// Blocks that one thread allocated at one place and that nothing points to.
  struct Lost {
    engine::ThreadId thread;
    engine::Failure failure;
  };

  virtual ~Guest() = default;

  /// Told of every step before it is taken; it outlives the guest's use. Null: nothing is told.
  virtual void set_recorder(FlightRecorder* recorder) = 0;
  /// Called now and then within a long execution; true ends it. The argument outlives the guest's use.
  virtual void set_interrupt_check(bool (*check)(void*), void* argument) = 0;

  // --- of the state that the program is in

  virtual std::string guest_output() const = 0;
  /// 0 when the program has not ended.
  virtual int exit_status() const = 0;
  virtual std::vector<engine::ThreadId> unjoined_threads() const = 0;
  virtual std::vector<Lost> lost_memory() const = 0;

  // --- of all executions so far

  virtual std::vector<UnseenThing> unseen() const = 0;
  /// There were more than unseen() has.
  virtual bool has_more_unseen() const = 0;
  virtual std::vector<ExploredChoice> explored_choices() const = 0;
  virtual AssumptionSet assumptions() const = 0;
  /// "4 bytes of counter": what has become operations.
  virtual std::vector<std::string> interleaved_variables() const = 0;
  /// What this trace shows that the next exploration should know (native/plain_counters.h).
  virtual std::vector<engine::ObservedCount> learnt_counts(const engine::Execution& execution) const = 0;

  // --- of its code

  virtual const std::vector<WeakerAtomic>& weaker_atomics() const = 0;
  /// Some of it has been through an optimiser, which may have dropped accesses.
  virtual bool is_optimised() const = 0;
  virtual bool has_inlined_pointer_locks() const = 0;
  /// Seconds before the exploration, by phase.
  virtual std::vector<std::pair<std::string, double>> startup() const = 0;
};

}  // namespace qpor::frontend
