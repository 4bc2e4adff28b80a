// A trace: one execution with the causes of each step, made on demand. What reports, pictures, deadlock analysis and
// twin runs work on, whichever algorithm explores; the ids of an unfolding mean nothing here.
//
// Invariants
//  1. Steps are in the order of the execution, which is a linear extension of the causes.
//  2. causes(i) are the thread predecessor of step i, the last X on its object, for an X the last R of each thread
//  since,
//     and for a token the steps that it waited for: below each other perhaps, but none is missing.
//
// Cost: linear in the steps and their causes. Nothing is kept between two traces.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/execution/execution.h"
#include "engine/program/schedule.h"

namespace qpor::engine {

class Trace {
 public:
  using Step = Execution::Step;

  /// REQUIRES: the execution outlives the trace.
  explicit Trace(const Execution& execution);

  const Execution& execution() const { return execution_; }
  const Vocabulary& vocabulary() const { return execution_.vocabulary(); }
  std::size_t size() const { return steps_.size(); }
  const Step& operator[](std::size_t step) const { return steps_[step]; }
  const Operation& operation(std::size_t step) const { return vocabulary().operations[steps_[step].operation]; }
  std::span<const StepIndex> causes(std::size_t step) const {
    return {causes_.data() + first_cause_[step], first_cause_[step + 1] - first_cause_[step]};
  }
  Location location(std::size_t step) const { return execution_.executor().location(operation(step).site); }

  /// The causal past of these steps, themselves included, in the order of the trace.
  std::vector<StepIndex> causal_past(std::span<const StepIndex> roots) const;
  /// All steps.
  std::vector<StepIndex> all() const;

  /// The last step of the thread, or kNoStep.
  StepIndex last_of(ThreadId thread) const;
  /// The last X on the object and the last R of each thread since.
  std::vector<StepIndex> last_accesses(ObjectId object) const;

  /// "lock m", "load x = 3", "signal c -> t2"; the thread is not named.
  std::string text(std::size_t step) const;
  /// Canonical hashes of the steps (canonical_names.h).
  std::vector<std::uint64_t> hashes() const;
  /// Of the trace: the sum of the mixed hashes, the same for every linear extension.
  std::uint64_t hash() const;

 private:
  const Execution& execution_;
  std::vector<Step> steps_;
  std::vector<StepIndex> causes_;
  std::vector<std::size_t> first_cause_;  // by step, and one more
};

/// The schedule of these steps, with all threads that are known. REQUIRES: they are in an order in which they can take
/// place.
Schedule schedule_of(const Trace& trace, std::span<const StepIndex> steps);

}  // namespace qpor::engine
