// An explorer that thinks in events: the steps of the current execution are events of the unfolding U, and a
// configuration C is kept in step with the execution. C may be popped ahead of the execution, while the algorithm looks
// for where to go next; `come_back` then brings the execution there.
//
// It answers the two questions that the execution layer leaves open: what is a cause of what, by the trees of threads,
// and which operations on counts join a layer.

#pragma once

#include <cstdint>
#include <memory>
#include <ostream>

#include "engine/explorer.h"
#include "engine/unfolding/configuration.h"
#include "engine/unfolding/event_structure.h"

namespace qpor::engine {

/// By the trees of threads. REQUIRES: the trail of C has the steps that are asked about.
class TreeCausality final : public Causality {
 public:
  explicit TreeCausality(const Configuration& configuration) : configuration_(configuration) {}
  std::uint32_t events_below(StepIndex step, ThreadId thread) const override;

 private:
  const Configuration& configuration_;
};

/// By the events of C and of U. REQUIRES: C is where the execution is.
class EventLayers final : public LayerRule {
 public:
  explicit EventLayers(const Configuration& configuration) : configuration_(configuration) {}
  void settle(ThreadId thread, const Operation& operation, Outcomes& outcomes) const override;

 private:
  const Configuration& configuration_;
};

EventId next_token(Configuration& configuration, const Execution& execution, ThreadId thread, OperationId operation);

/// The event of `thread` doing its operation next with that outcome. REQUIRES: C is where the execution is.
inline EventId next_event(Configuration& configuration, const Execution& execution, ThreadId thread,
                          OperationId operation, Outcome outcome) {
  if (outcome.mode == Mode::Token) return next_token(configuration, execution, thread, operation);
  return configuration.next_event(thread, operation, outcome, {});
}

class EventExplorer : public Explorer {
 public:
  EventExplorer(Executor& executor, const Options& options, Observer* observer);

  const EventStructure& structure() const { return structure_; }
  const Configuration& configuration() const { return configuration_; }

  std::size_t write_dot(std::ostream& out, const DotOptions& options) const override;
  std::unique_ptr<TreeShapes> tree_shapes() const override;

 protected:
  /// Executes the event: C := C + event. False: the exploration ends.
  [[gnu::always_inline]] bool push_event(EventId event) {
    const ThreadId thread = structure_[event].thread;
    const Outcome outcome{structure_[event].outcome, structure_[event].mode};
    configuration_.push(event);
    if (structure_.has_counts()) [[unlikely]]
      layers_.has_counts = true;
    const bool goes_on = push(thread, outcome);
    configuration_.grow();
    return goes_on;
  }
  /// The execution goes back to where C is. False: the exploration ends.
  bool come_back() { return rewind(configuration_.size()); }
  /// Events may have come into U that count.
  void note_counts() { layers_.has_counts = structure_.has_counts(); }

  EventId next_event(ThreadId thread, OperationId operation, Outcome outcome) {
    return engine::next_event(configuration_, execution_, thread, operation, outcome);
  }

  void started() override { configuration_.grow(); }
  void note_figures() override;
  std::uint64_t trace_hash() const override { return configuration_.hash(); }
  std::uint64_t hash_of_last_step() const override {
    return structure_[configuration_[configuration_.size() - 1]].hash;
  }

  EventStructure structure_;
  Configuration configuration_;

 private:
  TreeCausality causality_;
  EventLayers layers_;
};

}  // namespace qpor::engine
