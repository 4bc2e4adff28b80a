// The executions of an exploration as a tree, and the tree as a picture in the DOT language of Graphviz (docs/dot.md):
// what an algorithm that thinks in sequences has done. Executions that begin alike share a path; where a path ends the
// picture says what the execution came to.
//
// Invariants
//  1. No two children of a node are the same step: the path of an execution is unique.
//  2. At most `max_steps` nodes are kept, those of the first executions; every execution is counted.
//
// Cost: O(steps of the execution) per execution, O(max_steps) memory.

#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "engine/execution/execution.h"
#include "engine/report/dot.h"

namespace qpor::engine {

class ExecutionTree {
 public:
  /// What an execution came to.
  enum class End : std::uint8_t {
    Trace,
    Deadlock,   ///< a trace, too
    Blocked,    ///< all that could go on was asleep
    Redundant,  ///< a trace that had been explored
    Cut,        ///< at a limit, or because others show the rest
    Stopped,    ///< with the exploration
  };

  explicit ExecutionTree(std::size_t max_steps) : max_steps_(max_steps) {}

  /// REQUIRES: the execution is the same object each time.
  void add(const Execution& execution, End end);

  /// Returns how many executions are not drawn to their end.
  std::size_t write_dot(std::ostream& out, const Vocabulary& vocabulary, const DotOptions& options) const;

  std::size_t steps() const { return nodes_.size(); }
  std::size_t executions() const { return executions_; }

 private:
  struct Node {
    std::uint32_t parent = kNoIndex;
    ThreadId thread = kNoThread;
    Outcome outcome;
    std::string text;
    Location location;
    std::vector<std::uint32_t> children;
    std::vector<std::pair<End, std::size_t>> ends;  // of executions, with their numbers
  };

  std::vector<std::uint32_t>& children_of(std::uint32_t node) {
    return node == kNoIndex ? roots_ : nodes_[node].children;
  }
  /// kNoIndex when there is no such child.
  std::uint32_t child_of(std::uint32_t node, const Execution::Step& step);
  void write_node(std::ostream& out, std::size_t number, const Vocabulary& vocabulary, bool with_file) const;
  void write_end(std::ostream& out, std::size_t node, End end, std::size_t execution) const;

  const std::size_t max_steps_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> roots_;
  std::size_t executions_ = 0;
  std::size_t unfinished_ = 0;  // executions whose last steps are not kept
};

}  // namespace qpor::engine
