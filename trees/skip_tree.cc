#include "trees/skip_tree.h"

#include <algorithm>
#include <limits>

namespace qpor::trees {

SkipTree::SkipTree(unsigned step) : step_(step), walk_(std::max(step - 1, 4U)) {
  assert(kMinStep <= step && step <= kMaxStep);
  free_.fill(kEndOfList);
  std::uint64_t power = 1;
  for (std::uint32_t& entry : power_) {
    entry = static_cast<std::uint32_t>(std::min<std::uint64_t>(power, std::numeric_limits<std::uint32_t>::max()));
    power = std::uint64_t{entry} * step;
  }
}

void SkipTree::place_root(Node n) {
  Slot& slot = fresh_slot(n);
  slot.parent = kNoNode;
  slot.word = 0;
  ++size_;
}

void SkipTree::place(Node n, Node parent) {
  assert(contains(parent));
  const std::uint32_t depth = this->depth(parent) + 1;
  assert(depth <= kMaxDepth);
  Slot& slot = fresh_slot(n);
  const unsigned skips = trailing_zeros(depth);
  slot.word = depth << kSkipBits | skips;
  ++size_;
  slot.parent = parent;
  if (skips == 0) return;
  const std::uint32_t array = allocate(skips);
  slot.array = array;
  // The ancestor at distance s^i is s-1 hops of length s^(i-1) above the one at distance s^(i-1), and every node on
  // that way has a pointer of that length, for its depth is a multiple of s^(i-1).
  Node ancestor = parent;
  for (unsigned i = 1; i <= skips; ++i) {
    for (std::uint32_t hop = 1; hop < step_; ++hop) {
      ancestor = i == 1 ? this->parent(ancestor) : skip(ancestor, i - 1);
    }
    pool_[array + i - 1] = ancestor;
    assert(this->depth(ancestor) == depth - power_[i]);
  }
}

void SkipTree::remove(Node n) {
  const Slot slot = at(n);
  if (const unsigned skips = slot.skips(); skips != 0) {
    pool_[slot.array] = free_[skips];
    free_[skips] = slot.array;
  }
  slots_[n] = Slot{};
  --size_;
}

void SkipTree::clear() {
  slots_.clear();
  pool_.clear();
  free_.fill(kEndOfList);
  size_ = 0;
}

Node SkipTree::far_ancestor(Node n, std::uint32_t depth) const {
  Slot slot = at(n);
  for (;;) {
    const std::uint32_t distance = slot.depth() - depth;
    if (distance == 0) return n;
    unsigned i = slot.skips();
    while (power_[i] > distance) --i;  // power_[0] == 1 <= distance
    n = i == 0 ? slot.parent : skip(n, i);
    slot = at(n);
  }
}

Node SkipTree::divergence(Node a, Node b) const {
  // The deeper one first climbs to the other; one query, also for who counts them.
  if (this->depth(a) >= this->depth(b)) {
    a = ancestor_at(a, this->depth(b));
  } else {
    b = ancestor_at(b, this->depth(a));
  }
  // Both climb in step, by the longest pointers that keep them apart: equal depths have equally many pointers.
  while (a != b) {
    assert(at(a).word == at(b).word);
    unsigned i = at(a).skips();
    while (i > 0 && skip(a, i) == skip(b, i)) --i;
    a = i == 0 ? parent(a) : skip(a, i);
    b = i == 0 ? parent(b) : skip(b, i);
    if (a == kNoNode) return kNoNode;  // they were two roots
  }
  return a;
}

unsigned SkipTree::trailing_zeros(std::uint32_t depth) const {
  assert(depth > 0);
  unsigned zeros = 0;
  for (; depth % step_ == 0; depth /= step_) ++zeros;
  assert(zeros <= kMaxSkips);
  return zeros;
}

SkipTree::Slot& SkipTree::fresh_slot(Node n) {
  assert(n != kNoNode && !contains(n));
  if (n >= slots_.size()) {
    // By a quarter: the slots of two trees are a good part of what an event costs.
    if (n >= slots_.capacity()) slots_.reserve(std::size_t{n} + n / 4 + 64);
    slots_.resize(std::size_t{n} + 1);
  }
  return slots_[n];
}

std::uint32_t SkipTree::allocate(unsigned skips) {
  if (const std::uint32_t place = free_[skips]; place != kEndOfList) {
    free_[skips] = pool_[place];
    return place;
  }
  const std::size_t place = pool_.size();
  assert(place + skips < kEndOfList);
  pool_.resize(place + skips);
  return static_cast<std::uint32_t>(place);
}

std::size_t SkipTree::bytes() const { return slots_.capacity() * sizeof(Slot) + pool_.capacity() * sizeof(pool_[0]); }

bool SkipTree::well_formed() const {
  std::vector<bool> owned(pool_.size());
  const auto own = [&](std::size_t begin, std::size_t length) {
    if (begin + length > owned.size()) return false;
    for (std::size_t i = begin; i < begin + length; ++i) {
      if (owned[i]) return false;
      owned[i] = true;
    }
    return true;
  };

  // Parents and arrays first, so that the walks below cannot leave the forest.
  std::size_t nodes = 0;
  for (Node n = 0; n < slots_.size(); ++n) {
    if (!contains(n)) continue;
    ++nodes;
    const Slot slot = slots_[n];
    unsigned skips = 0;
    for (std::uint32_t d = slot.depth(); d != 0 && d % step_ == 0; d /= step_) ++skips;
    if (slot.skips() != skips) return false;
    if (skips != 0 && !own(slot.array, skips)) return false;
    const Node up = parent(n);
    if (slot.depth() == 0 ? up != kNoNode : !contains(up) || depth(up) + 1 != slot.depth()) return false;
  }
  if (nodes != size_) return false;

  for (Node n = 0; n < slots_.size(); ++n) {
    if (!contains(n)) continue;
    const Slot slot = slots_[n];
    Node ancestor = n;
    std::uint32_t walked = 0;
    std::uint64_t distance = 1;
    for (unsigned i = 1; i <= slot.skips(); ++i) {
      distance *= step_;
      for (; walked < distance; ++walked) ancestor = parent(ancestor);
      if (skip(n, i) != ancestor) return false;
    }
  }

  for (unsigned skips = 1; skips <= kMaxSkips; ++skips) {
    for (std::uint32_t array = free_[skips]; array != kEndOfList; array = pool_[array]) {
      if (!own(array, skips)) return false;
    }
  }
  return std::all_of(owned.begin(), owned.end(), [](bool is_owned) { return is_owned; });
}

}  // namespace qpor::trees
