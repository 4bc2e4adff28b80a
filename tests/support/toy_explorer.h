// The simplest explorer that is right: depth first over sequences with sleep sets, on the interface that every
// algorithm has (engine/explorer.h) and without any unfolding. It tries every enabled outcome of every thread in every
// state, but for those asleep; so it visits each trace once and is blocked often. Slow, and an oracle for the others.
//
// An operation on a count that changes the value is exclusive here (Options::exclusive_counts): dependence of two
// operations is all that it knows.

#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/execution/trace.h"
#include "engine/explorer.h"
#include "engine/program/dependence.h"

namespace qpor::tests {

class ToyExplorer final : public engine::Explorer {
 public:
  /// It ends, with Ending::TraceLimit, after `max_executions`: those that are blocked are many.
  ToyExplorer(engine::Executor& executor, const engine::Options& options, engine::Observer* observer = nullptr,
              std::uint64_t max_executions = ~std::uint64_t{0})
      : Explorer(executor, options, observer), max_executions_(max_executions) {}

 private:
  using Outcome = engine::Outcome;
  using ThreadId = engine::ThreadId;

  struct Choice {
    ThreadId thread;
    engine::OperationId operation;
    Outcome outcome;
    bool operator==(const Choice&) const = default;
  };
  /// Of a state on the trail: what has been tried there or need not be, and what is left.
  struct Node {
    std::vector<Choice> asleep;
    std::vector<Choice> left;
  };

  engine::Performed performed(const Choice& choice) const {
    return {choice.thread, &vocabulary().operations[choice.operation], choice.outcome};
  }

  std::vector<Choice> enabled() const {
    std::vector<Choice> choices;
    for (std::size_t i = 0; i < execution_.thread_bound(); ++i) {
      const auto thread = static_cast<ThreadId>(i);
      const engine::OperationId pending = execution_.pending(thread);
      if (pending == engine::kNoOperation) continue;
      engine::Outcomes outcomes;
      execution_.outcomes(thread, vocabulary().operations[pending], outcomes);
      for (const Outcome outcome : outcomes) choices.push_back({thread, pending, outcome});
    }
    return choices;
  }

  void enter(std::vector<Choice> asleep) {
    std::vector<Choice> left = enabled();
    std::erase_if(
        left, [&](const Choice& choice) { return std::find(asleep.begin(), asleep.end(), choice) != asleep.end(); });
    nodes_.push_back({std::move(asleep), std::move(left)});
  }

  /// Does the next choice of the last node. False: the exploration ends.
  bool descend() {
    Node& node = nodes_.back();
    const Choice choice = node.left.back();
    node.left.pop_back();
    std::vector<Choice> asleep;
    for (const Choice& sleeper : node.asleep) {
      if (!engine::are_dependent_when_enabled(performed(sleeper), performed(choice))) asleep.push_back(sleeper);
    }
    node.asleep.push_back(choice);
    if (!push(choice.thread, choice.outcome)) return false;
    enter(std::move(asleep));
    return true;
  }

  bool run() override {
    ++execution_.statistics.executions;
    if (nodes_.empty()) enter({});
    while (!nodes_.back().left.empty()) {
      if (!descend()) return false;
    }
    if (!enabled().empty()) {
      ++execution_.statistics.blocked;
      return true;
    }
    return visit_maximal() && run_twins(true) && compare_twins();
  }

  bool has_more() override {
    while (!nodes_.empty() && nodes_.back().left.empty()) nodes_.pop_back();
    if (nodes_.empty()) return false;
    if (execution_.statistics.executions < max_executions_) return rewind(nodes_.size() - 1);
    end(engine::Ending::TraceLimit);
    return false;
  }

  const std::uint64_t max_executions_;
  std::vector<Node> nodes_;
};

/// What an exploration found, whichever algorithm it was.
struct Findings final : engine::Observer {
  bool on_trace(const engine::Execution& execution, bool deadlock) override {
    ++traces[engine::Trace(execution).hash()];
    if (deadlock) ++deadlocks;
    return execution.statistics.traces < most_traces;
  }
  bool on_failure(const engine::Execution& execution, engine::ThreadId thread,
                  const engine::Failure& failure) override {
    failures.insert(std::string(engine::text_of(failure.kind)) + " of " + execution.vocabulary().threads[thread].name +
                    " in line " + std::to_string(failure.location.line));
    return true;
  }

  std::uint64_t most_traces = 20'000;
  std::map<std::uint64_t, int> traces;  ///< by hash, how often it was visited
  std::uint64_t deadlocks = 0;
  std::set<std::string> failures;
};

}  // namespace qpor::tests
