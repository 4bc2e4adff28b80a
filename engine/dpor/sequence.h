// The current execution E as a sequence of labels, with the questions that race detection has: what happens before
// what, and who accessed an object in which order. Kept in step with the trail of the execution layer, whose clocks it
// asks.
//
// Invariants
//  1. It has a label for each step of the trail.
//  2. `accesses(o)` are the steps with an access (X or R) of o, in order; `place(i)` is where step i would be or is in
//     the list of its object.
//  3. `steps_of(t)` are the steps of thread t, in order.
//
// Cost: O(1) per step and question; names O(causes) per step, made when a trace is named.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/dpor/label.h"
#include "engine/execution/execution.h"
#include "engine/program/canonical_names.h"

namespace qpor::engine {

class Sequence {
 public:
  /// REQUIRES: the execution outlives this and has no causality set.
  explicit Sequence(Execution& execution) : execution_(execution), names_(execution.semantics()) {}

  /// The last step of the trail, or the one that is about to be pushed.
  void push(const Label& label);
  void pop_to(std::size_t steps);

  const Execution& execution() const { return execution_; }
  std::size_t size() const { return labels_.size(); }
  const Label& operator[](StepIndex step) const { return labels_[step]; }
  const Operation& operation(StepIndex step) const {
    return execution_.vocabulary().operations[labels_[step].operation];
  }
  std::uint32_t ordinal(StepIndex step) const { return execution_[step].ordinal; }

  /// Is e before f in the happens-before order, which is causality here? REQUIRES: e < f
  bool happens_before(StepIndex e, StepIndex f) const {
    return execution_.causal_clocks().events_below(f, labels_[e].thread) > execution_[e].ordinal;
  }

  /// What the object of an access holds after it, if it held that before.
  State state_after(StepIndex access, State before) const {
    const Label& label = labels_[access];
    return execution_.semantics().after(operation(access), label.thread, label.outcome, before);
  }

  const std::vector<StepIndex>& accesses(ObjectId object) const {
    static const std::vector<StepIndex> kNone;
    return index(object) < accesses_.size() ? accesses_[index(object)] : kNone;
  }
  /// What the object holds before that step.
  State state_before(ObjectId object, StepIndex step) const;
  std::size_t place(StepIndex step) const { return places_[step]; }
  /// In order.
  const std::vector<StepIndex>& steps_of(ThreadId thread) const {
    static const std::vector<StepIndex> kNone;
    return index(thread) < steps_of_.size() ? steps_of_[index(thread)] : kNone;
  }
  /// The step of the same thread before this one, or kNoStep.
  StepIndex previous(StepIndex step) const {
    const std::uint32_t before = ordinal(step);
    return before == 0 ? kNoStep : steps_of_[index(labels_[step].thread)][before - 1];
  }

  /// Canonical names (canonical_names.h): of the last step, and of the trace.
  std::uint64_t hash_of_last_step() const;
  std::uint64_t trace_hash() const;

  bool well_formed() const;  ///< recomputes the numbered invariants naively

 private:
  void name_steps() const;
  std::uint64_t name_of(StepIndex step) const;

  Execution& execution_;
  mutable CanonicalNames names_;
  std::vector<Label> labels_;
  std::vector<std::size_t> places_;
  std::vector<std::vector<StepIndex>> steps_of_;  // by thread
  std::vector<std::vector<StepIndex>> accesses_;  // by object
  mutable std::vector<std::uint64_t> hashes_;     // of the first steps, made when they are asked for
  mutable std::vector<std::uint64_t> sums_;       // of their mixed hashes
};

}  // namespace qpor::engine
