// Wakeup trees [Source-DPOR Sec. 6.1, Def. 6.1]: ordered trees of labels, one for each state on the way to where the
// exploration stands. A path from the root is a sequence that is to be explored; children are explored in their order.
// All trees of an exploration are parts of one, for the tree of a state is the subtree of the first child in that of
// the state before: it moves down without being copied.
//
// Invariants
//  1. A node that is not free is reached from node 0 by exactly one path.
//  2. `size` nodes are not free.
//
// Cost: O(1) per call, and per node when a subtree is removed.

#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/dpor/label.h"

namespace qpor::engine {

class WakeupTree {
 public:
  using NodeId = std::uint32_t;
  static constexpr NodeId kNone = ~NodeId{0};
  static constexpr NodeId kRoot = 0;

  WakeupTree() : nodes_(1) {}

  const Label& label(NodeId node) const { return nodes_[node].label; }
  NodeId first_child(NodeId node) const { return nodes_[node].first; }
  NodeId next_sibling(NodeId node) const { return nodes_[node].next; }
  bool is_leaf(NodeId node) const { return nodes_[node].first == kNone; }

  /// A new last child.
  NodeId append(NodeId parent, const Label& label) {
    NodeId node = free_;
    if (node == kNone) {
      node = static_cast<NodeId>(nodes_.size());
      nodes_.emplace_back();
    } else {
      free_ = nodes_[node].next;
    }
    nodes_[node] = {label, kNone, kNone, kNone};
    NodeId& last = nodes_[parent].last;
    (last == kNone ? nodes_[parent].first : nodes_[last].next) = node;
    last = node;
    ++made_;
    peak_ = std::max(peak_, ++size_);
    return node;
  }

  /// With all that is below it. REQUIRES: it is no leaf
  void remove_first_child(NodeId parent) {
    const NodeId child = nodes_[parent].first;
    assert(child != kNone);
    nodes_[parent].first = nodes_[child].next;
    if (nodes_[parent].first == kNone) nodes_[parent].last = kNone;
    while (!is_leaf(child)) remove_first_child(child);
    nodes_[child].next = free_;
    free_ = child;
    --size_;
  }

  /// Recomputes the invariants.
  bool well_formed() const {
    std::vector<bool> is_seen(nodes_.size(), false);
    std::vector<NodeId> open{kRoot};
    std::size_t reached = 0;
    while (!open.empty()) {
      const NodeId node = open.back();
      open.pop_back();
      if (is_seen[node]) return false;
      is_seen[node] = true;
      ++reached;
      NodeId last = kNone;
      for (NodeId child = first_child(node); child != kNone; child = next_sibling(child)) open.push_back(last = child);
      if (nodes_[node].last != last) return false;
    }
    for (NodeId node = free_; node != kNone; node = nodes_[node].next) {
      if (is_seen[node]) return false;
      is_seen[node] = true;
    }
    return reached == size_ && std::find(is_seen.begin(), is_seen.end(), false) == is_seen.end();
  }

  std::size_t size() const { return size_; }
  std::uint64_t made() const { return made_; }  ///< in all
  std::uint64_t peak() const { return peak_; }  ///< most at a time

 private:
  struct Node {
    Label label;
    NodeId first = kNone;
    NodeId last = kNone;
    NodeId next = kNone;
  };
  std::vector<Node> nodes_;
  NodeId free_ = kNone;
  std::uint64_t size_ = 1;
  std::uint64_t made_ = 0;
  std::uint64_t peak_ = 1;
};

}  // namespace qpor::engine
