// One execution of the program, which every algorithm drives: the trail of steps with one push and one way back, which
// keep the executor, the states of objects, the clocks of happens-before and the scheduler of free running in step. In
// the data's journey it stands between the program (executor.h) and the algorithms (explorer.h), and knows none of
// them.
//
// An algorithm asks which outcomes a thread's next operation has, pushes one of them, and goes back with `rewind`. What
// it adds to the trail of its own (events, clocks, wakeup trees) it keeps in step with the same two calls.
//
// Invariants
//  1. The executor has taken the steps of the trail, and stands before the next ones.
//  2. `state` of an object is what the semantics make of the trail.
//  3. rewind(n) undoes all steps from the n-th on exactly.
//  4. A step's `ordinal` is the number of steps of its thread before it.
//
// Cost: push and going back O(1) per step, plus the waiters that a broadcast wakes; clocks see happens_before.h.

#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/execution/causal_clocks.h"
#include "engine/execution/happens_before.h"
#include "engine/execution/scheduler.h"
#include "engine/execution/sleep_set.h"
#include "engine/execution/statistics.h"
#include "engine/execution/tokens.h"
#include "engine/options.h"
#include "engine/program/executor.h"
#include "engine/program/ids.h"
#include "engine/program/operation.h"
#include "engine/program/semantics.h"

namespace qpor::engine {

/// Which steps are causes of which: an algorithm that knows answers from what it has.
class Causality {
 public:
  /// How many steps of the thread are causes of that step of the trail, or are that step.
  virtual std::uint32_t events_below(StepIndex step, ThreadId thread) const = 0;

 protected:
  ~Causality() = default;
};

/// Decides which operations on counts join a layer (unfolding/stable_layer.h). Without one, those that change the value
/// are exclusive.
class LayerRule {
 public:
  /// Makes those of the outcomes exclusive that do not commute with the layer that the thread would join.
  virtual void settle(ThreadId thread, const Operation& operation, Outcomes& outcomes) const = 0;
  /// Kept by the rule: is any object counted? As long as none is, nothing but operations that count are asked about.
  bool has_counts = false;

 protected:
  ~LayerRule() = default;
};

class Execution final : private Past {
 public:
  struct Step {
    ThreadId thread = kNoThread;
    OperationId operation = kNoOperation;
    Outcome outcome;
    State before = 0;           ///< what the operation's object held
    std::uint32_t ordinal = 0;  ///< invariant 4
  };

  /// REQUIRES: the executor outlives the execution.
  Execution(Executor& executor, const Options& options);
  ~Execution();
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  /// From now on the algorithm answers what is a cause of what; otherwise clocks do. To be called before start.
  /// REQUIRES: it outlives the execution.
  void set_causality(const Causality& causality) { causality_ = &causality; }
  void set_layer_rule(const LayerRule& rule) { layer_rule_ = &rule; }

  // --- the trail

  /// The program stands before its first step.
  void start();
  /// The thread does its next operation. REQUIRES: it is one of its outcomes; not asked: whether it is asleep.
  void push(ThreadId thread, Outcome outcome);
  /// The program stands after the first `steps` steps again.
  void rewind(std::size_t steps);

  std::size_t size() const { return steps_.size(); }
  bool empty() const { return steps_.empty(); }
  const Step& operator[](std::size_t position) const { return steps_[position]; }
  const Operation& operation(std::size_t position) const { return vocabulary_.operations[steps_[position].operation]; }
  /// Of the last step; kNoThread before the first one.
  ThreadId last_thread() const { return steps_.empty() ? kNoThread : steps_.back().thread; }
  /// How many steps the thread has taken.
  std::uint32_t steps_of(ThreadId thread) const {
    return index(thread) < steps_of_.size() ? steps_of_[index(thread)] : 0;
  }

  // --- what can happen next

  OperationId pending(ThreadId thread) const { return executor_.pending(thread); }
  std::size_t thread_bound() const { return executor_.thread_bound(); }
  /// The outcomes of `thread` doing `operation` next; none while it is blocked.
  void outcomes(ThreadId thread, const Operation& operation, Outcomes& out) const;
  /// The outcomes of an access by `thread` if its object held that. REQUIRES: no layer rule is set.
  void outcomes_in(State state, ThreadId thread, const Operation& operation, Outcomes& out) const;
  /// Has the thread an operation to do, and cannot?
  bool is_blocked(ThreadId thread) const;
  /// The steps that would cause this token.
  std::span<const StepIndex> token_causes(ThreadId thread, const Operation& operation) const {
    return tokens_.causes(thread, operation);
  }
  State state(ObjectId object) const { return states_[index(object)]; }

  Scheduler& scheduler() { return scheduler_; }
  SleepSet& sleep_set() { return sleep_set_; }
  const SleepSet& sleep_set() const { return sleep_set_; }

  // --- of the program

  const Executor& executor() const { return executor_; }
  Executor& executor() { return executor_; }
  const Vocabulary& vocabulary() const { return vocabulary_; }
  Vocabulary& vocabulary() { return vocabulary_; }
  const Semantics& semantics() const { return semantics_; }
  Semantics& semantics() { return semantics_; }

  // --- figures, which the algorithm keeps

  Statistics statistics;
  /// Sum over the traces of a hash of each: equal for explorations that visited the same set.
  std::uint64_t trace_set_hash = 0;

  /// How many steps of the thread are causes of that step of the trail, or are that step.
  std::uint32_t causes_of(StepIndex step, ThreadId thread) const {
    return causality_ != nullptr ? causality_->events_below(step, thread) : causal_clocks_.events_below(step, thread);
  }
  bool is_cause(StepIndex cause, StepIndex step) const {
    return causes_of(step, steps_[cause].thread) > steps_[cause].ordinal;
  }

  /// REQUIRES: no causality is set.
  const CausalClocks& causal_clocks() const { return causal_clocks_; }

  bool well_formed() const;

 private:
  class Causes;

  // Past
  std::uint32_t events_below(std::size_t step, ThreadId thread) const override {
    return causes_of(static_cast<StepIndex>(step), thread);
  }
  std::uint32_t events_before(std::size_t step, ThreadId thread) const override {
    return uses_clocks_ ? happens_before_.events_before(step, thread) : events_below(step, thread);
  }

  /// Makes room for what the program has shown.
  void grow() {
    if (steps_of_.size() != vocabulary_.threads.size() || states_.size() != vocabulary_.objects.size()) add_room();
  }
  void add_room();
  void settle_layers(ThreadId thread, const Operation& operation, Outcomes& out) const;
  void push_clock(Value result);
  void add_clock(std::size_t step, Value result);
  bool orders_what_it_causes(OperationKind kind, ThreadId by) const;

  Executor& executor_;
  Vocabulary vocabulary_;
  Semantics semantics_;
  std::vector<Step> steps_;
  std::vector<std::uint32_t> steps_of_;  // by thread
  std::vector<State> states_;            // by object
  Tokens tokens_;
  SleepSet sleep_set_;
  Scheduler scheduler_;
  const Causality* causality_ = nullptr;
  const LayerRule* layer_rule_ = nullptr;
  CausalClocks causal_clocks_;    // unless the algorithm answers
  HappensBefore happens_before_;  // of the trail, if the executor asks; forgets popped steps with the next push
  bool asks_happens_before_ = false;
  bool uses_clocks_ = false;  // some step ordered less than it caused
};

}  // namespace qpor::engine
