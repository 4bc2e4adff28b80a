// A forest of trees that grow at their leaves and answer "which ancestor of n has depth d?" by pointers as in a skip
// list [QPOR 5.2]. A node at depth d points to its parent and to its ancestors at distances s, s^2, ..., s^i, where s
// is the step of the forest and i the number of trailing zeros of d written in base s. The causality and conflict
// queries of the engine all end here.
//
// Nodes are indices chosen by the caller, so that the caller's own ids serve as nodes; the arrays reach up to the
// highest index in use. The trees know nothing of what the nodes mean.
//
// Layout. A slot has 12 bytes: the parent, `depth << 5 | number of skip pointers`, and where in a common pool the skip
// pointers stand. That is 12 + 4/(s-1) bytes per node on a chain, 13.3 for s = 4. Slots of 8 bytes, with the parent in
// the pool too for nodes that have skip pointers, were tried: smaller, but slower on short queries (README.md).
//
// Invariants
//  1. A root has depth 0; any other node has its parent in the forest, one less deep.
//  2. A node has as many skip pointers as its depth has trailing zeros in base s (none at depth 0), and the i-th,
//     counted from 1, is its ancestor at distance s^i.
//  3. Every word of the pool belongs to exactly one node's array or to one array in the free list of its size.
//  (Between the removals of one bulk, see `remove`, invariant 1 rests for the nodes about to be removed.)
//
// Cost: `ancestor_at` and `divergence` O(s log_s depth), and d steps for a distance d < max(s, 5), which is nearly
// always: the paper counted 92% of the causality queries at distance 4 or less. `place` amortized O(1), `remove` O(1).
//
// Limits, asserted: depth below 2^27; node indices below kNoNode; pool below 2^32 words.
//
// Thread safety: const methods may run concurrently; nothing else. (Not in a build that counts queries.)
//
// With QPOR_COUNT_QUERIES (the preset `counted`) each query is counted by the distance that it goes, for the histograms
// of [QPOR 6.2]. Only there: the queries are the hottest path of the engine, and this one counter would be felt.

#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "trees/node.h"
#ifdef QPOR_COUNT_QUERIES
#include "trees/distance_histogram.h"
#endif

namespace qpor::trees {

class SkipTree {
 public:
  static constexpr unsigned kMinStep = 2;
  static constexpr unsigned kMaxStep = 64;
  static constexpr std::uint32_t kMaxDepth = (std::uint32_t{1} << 27) - 2;

  /// REQUIRES: kMinStep <= step <= kMaxStep; it need not be a power of two.
  explicit SkipTree(unsigned step = 4);

  /// Makes n a root, at depth 0. REQUIRES: !contains(n).
  void place_root(Node n);

  /// Makes n a child of parent. REQUIRES: !contains(n) and contains(parent).
  void place(Node n, Node parent);

  /// Takes n out of the forest; n may be placed again, anywhere. REQUIRES: contains(n), and n has no children.
  /// A set that contains all descendants of its members may be removed in any order, parents before children
  /// too, provided that nothing is placed or asked about its members meanwhile.
  void remove(Node n);

  /// Removes all nodes; keeps the memory.
  void clear();

  bool contains(Node n) const { return n < slots_.size() && slots_[n].word != kAbsent; }

  /// The parent, or kNoNode for a root. REQUIRES: contains(n).
  Node parent(Node n) const { return at(n).parent; }

  /// REQUIRES: contains(n).
  std::uint32_t depth(Node n) const { return at(n).depth(); }

  /// The one ancestor of n (n itself included) with that depth. REQUIRES: contains(n) and depth <= this->depth(n).
  Node ancestor_at(Node n, std::uint32_t depth) const {
    assert(depth <= this->depth(n));
    std::uint32_t distance = this->depth(n) - depth;
#ifdef QPOR_COUNT_QUERIES
    queries_.count(distance);
#endif
    // No skip pointer is shorter than s; and at 4 or less a walk is cheaper than a call, whatever s.
    if (distance > walk_) return far_ancestor(n, depth);
    for (; distance != 0; --distance) n = parent(n);
    return n;
  }

  /// Is a on the path from b's root to b? True when a == b. REQUIRES: contains(a) and contains(b).
  bool is_ancestor_of(Node a, Node b) const {
    const std::uint32_t depth_of_a = depth(a);
    return depth_of_a <= depth(b) && ancestor_at(b, depth_of_a) == a;
  }

  /// Where the paths from the root to a and to b part: the deepest node that is an ancestor of both, where each node
  /// is its own ancestor (so divergence(a, b) == a iff is_ancestor_of(a, b)). kNoNode when a and b are in different
  /// trees. REQUIRES: contains(a) and contains(b).
  Node divergence(Node a, Node b) const;

  unsigned step() const { return step_; }

#ifdef QPOR_COUNT_QUERIES
  /// Of all queries so far, by the difference between the depths of the two nodes.
  const DistanceHistogram& queries() const { return queries_; }
#endif

  /// Number of nodes in the forest.
  std::size_t size() const { return size_; }

  /// Bytes of heap in use, reserves included.
  std::size_t bytes() const;

  /// Recomputes the numbered invariants by walking from parent to parent.
  bool well_formed() const;

 private:
  static constexpr unsigned kSkipBits = 5;
  static constexpr std::uint32_t kSkipMask = (1U << kSkipBits) - 1;
  static constexpr std::uint32_t kAbsent = 0xFFFFFFFFU;  // no depth up to kMaxDepth gives this word
  static constexpr std::uint32_t kEndOfList = 0xFFFFFFFFU;
  static constexpr unsigned kMaxSkips = 26;  // 2^26 is the highest power of any step that kMaxDepth can hold

  struct Slot {
    Node parent = kNoNode;
    std::uint32_t word = kAbsent;
    std::uint32_t array = 0;  // where in the pool the skip pointers begin, if there are any

    std::uint32_t depth() const { return word >> kSkipBits; }
    unsigned skips() const { return word & kSkipMask; }
  };

  Slot at(Node n) const {
    assert(contains(n));
    return slots_[n];
  }
  /// The i-th skip pointer of n, counted from 1.
  Node skip(Node n, unsigned i) const {
    assert(1 <= i && i <= at(n).skips());
    return pool_[slots_[n].array + i - 1];
  }

  Node far_ancestor(Node n, std::uint32_t depth) const;
  unsigned trailing_zeros(std::uint32_t depth) const;
  Slot& fresh_slot(Node n);
  std::uint32_t allocate(unsigned skips);

  std::vector<Slot> slots_;                         // by node
  std::vector<std::uint32_t> pool_;                 // arrays of skip pointers
  std::array<std::uint32_t, kMaxSkips + 1> free_;   // by number of skips: first free array; its word 0 is the next one
  std::array<std::uint32_t, kMaxSkips + 1> power_;  // power_[i] = step^i, or above kMaxDepth
  std::uint32_t step_;
  std::uint32_t walk_;  // up to this distance we walk from parent to parent
  std::size_t size_ = 0;
#ifdef QPOR_COUNT_QUERIES
  mutable DistanceHistogram queries_;
#endif
};

}  // namespace qpor::trees
