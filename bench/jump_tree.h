// The queries of SkipTree (skip_tree.h) by jump pointers: each node has its parent and one more ancestor, its jump,
// chosen so that the lengths of the jumps along a path are the digits of a skew-binary number. Kept as the yardstick
// of bench/trees_bench.cc; the engine uses SkipTree.
//
// Invariants
//  1. A root has depth 0 and jumps to itself; any other node has its parent in the forest, one less deep.
//  2. Let p be n's parent, j p's jump and k j's jump. If the jumps p -> j and j -> k are equally long then n jumps to
//     k, else to p.
//
// Cost: 12 bytes per node at every depth, `place` O(1), `ancestor_at` at most about 3 log2(depth) steps, each of which
// looks at the depth of the jump's target before it knows whether to jump.
//
// Thread safety: const methods may run concurrently; nothing else.

#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "trees/node.h"

namespace qpor::trees {

class JumpTree {
 public:
  void place_root(Node n) { fresh_slot(n) = {kNoNode, n, 0}; }

  void place(Node n, Node parent) {
    const Slot above = at(parent);
    const Slot& jump = at(above.jump);
    const bool equally_long = above.depth - jump.depth == jump.depth - depth(jump.jump);
    const Node target = equally_long ? jump.jump : parent;
    fresh_slot(n) = {parent, target, above.depth + 1};
  }

  void remove(Node n) {
    assert(contains(n));
    slots_[n] = Slot{};
  }

  bool contains(Node n) const { return n < slots_.size() && slots_[n].depth != kAbsent; }
  Node parent(Node n) const { return at(n).parent; }
  std::uint32_t depth(Node n) const { return at(n).depth; }

  Node ancestor_at(Node n, std::uint32_t depth) const {
    assert(depth <= this->depth(n));
    while (at(n).depth != depth) {
      const Slot& slot = at(n);
      n = at(slot.jump).depth >= depth ? slot.jump : slot.parent;
    }
    return n;
  }

  bool is_ancestor_of(Node a, Node b) const { return depth(a) <= depth(b) && ancestor_at(b, depth(a)) == a; }

  /// As SkipTree::divergence.
  Node divergence(Node a, Node b) const {
    const std::uint32_t common = std::min(depth(a), depth(b));
    a = ancestor_at(a, common);
    b = ancestor_at(b, common);
    while (a != b) {
      const Slot& at_a = at(a);
      const Slot& at_b = at(b);
      if (at_a.depth == 0) return kNoNode;
      const bool apart = at_a.jump != at_b.jump;
      a = apart ? at_a.jump : at_a.parent;
      b = apart ? at_b.jump : at_b.parent;
    }
    return a;
  }

  std::size_t bytes() const { return slots_.capacity() * sizeof(Slot); }

  bool well_formed() const {
    for (Node n = 0; n < slots_.size(); ++n) {
      if (!contains(n)) continue;
      const Slot& slot = slots_[n];
      if (slot.depth == 0) {
        if (slot.parent != kNoNode || slot.jump != n) return false;
        continue;
      }
      if (!contains(slot.parent) || depth(slot.parent) + 1 != slot.depth) return false;
      const Node j = at(slot.parent).jump;
      if (!contains(j) || !contains(at(j).jump)) return false;
      const bool equally_long = depth(slot.parent) - depth(j) == depth(j) - depth(at(j).jump);
      if (slot.jump != (equally_long ? at(j).jump : slot.parent)) return false;
    }
    return true;
  }

 private:
  static constexpr std::uint32_t kAbsent = 0xFFFFFFFFU;

  struct Slot {
    Node parent = kNoNode;
    Node jump = kNoNode;
    std::uint32_t depth = kAbsent;
  };

  const Slot& at(Node n) const {
    assert(contains(n));
    return slots_[n];
  }
  Slot& fresh_slot(Node n) {
    assert(n != kNoNode && !contains(n));
    if (n >= slots_.size()) slots_.resize(std::size_t{n} + 1);
    return slots_[n];
  }

  std::vector<Slot> slots_;
};

}  // namespace qpor::trees
