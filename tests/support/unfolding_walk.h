// All events of a small program, by walking through all its configurations in an order that a seed decides: another
// seed meets threads, objects and operations in another order. Shares nothing with the search of Explore.

#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <unordered_set>
#include <vector>

#include "engine/qpor/event_explorer.h"

namespace qpor::tests {

class UnfoldingWalk {
 public:
  explicit UnfoldingWalk(engine::Executor& executor);

  /// The program stands before its first step. To be called first, but for what is read from elsewhere.
  void start();
  /// False when the program has more configurations than that, or the executor gave up: then look at its interruption.
  bool explore(std::uint64_t seed, std::size_t most_configurations);

  /// All events of U, in the order of their ids.
  std::vector<engine::EventId> events() const;
  /// The trails of the first maximal configurations that were met.
  const std::vector<std::vector<engine::EventId>>& trails() const { return trails_; }

  void push(engine::EventId event);
  void pop();
  void pop_all();
  /// The event of a thread that does its next operation with that outcome, or kNoEvent when it cannot.
  engine::EventId next(engine::ThreadId thread, std::int32_t outcome, engine::Mode mode);
  /// The same where the outcome need not be said.
  engine::EventId next(const engine::ScheduledStep& step);

  engine::Vocabulary& vocabulary() { return execution.vocabulary(); }

 private:
  bool visit();
  bool was_interrupted() const { return bool(execution.executor().interruption()); }

  std::mt19937_64 random_;
  std::size_t most_ = 0;
  std::unordered_set<std::uint64_t> seen_;
  std::vector<std::vector<engine::EventId>> trails_;

 public:
  engine::Execution execution;
  engine::EventStructure structure;
  engine::Configuration configuration;

 private:
  engine::TreeCausality causality_;
  engine::EventLayers layers_;
};

}  // namespace qpor::tests
