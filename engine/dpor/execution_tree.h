// The tree of executions that a sequence algorithm has run, to be drawn in the DOT language of Graphviz: a node for
// each step, below the step before it, in the order of exploration. Executions share what they have in common; a
// blocked or truncated one ends in a dashed leaf.
//
// Cost: O(1) per step. Limit: the first kMaxNodes steps are kept; write_dot says how many it left out.

#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <vector>

#include "engine/dpor/label.h"
#include "engine/report/dot.h"

namespace qpor::engine {

class ExecutionTree {
 public:
  enum class End : std::uint8_t { Inner, Trace, Deadlock, Redundant, Blocked, Truncated };

  void push(const Label& label, State before);
  void pop_to(std::size_t steps) { path_.resize(steps); }
  /// How the execution ended that stands at the end of the path.
  void end(End end);

  /// Returns how many steps were left out.
  std::size_t write_dot(std::ostream& out, const Semantics& semantics, const DotOptions& options) const;

 private:
  static constexpr std::size_t kMaxNodes = 20'000;
  static constexpr std::uint32_t kNotKept = kNoIndex;
  struct Node {
    Label label;
    State before;
    std::uint32_t parent;  // kNotKept: the beginning
    End end = End::Inner;
  };
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> path_;  // by step: its node
  std::uint64_t steps_ = 0;
};

}  // namespace qpor::engine
