// The oracle of the tree tests: parents in a std::map, queries by walking, no depth stored anywhere.

#pragma once

#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "trees/node.h"

namespace qpor::trees {

class NaiveForest {
 public:
  void place_root(Node n) { parent_[n] = kNoNode; }
  void place(Node n, Node parent) { parent_[n] = parent; }
  void remove(Node n) { parent_.erase(n); }
  bool contains(Node n) const { return parent_.contains(n); }
  Node parent(Node n) const { return parent_.at(n); }
  std::size_t size() const { return parent_.size(); }

  /// n, its parent, ..., its root.
  std::vector<Node> path(Node n) const {
    std::vector<Node> nodes;
    for (; n != kNoNode; n = parent_.at(n)) nodes.push_back(n);
    return nodes;
  }
  std::uint32_t depth(Node n) const { return static_cast<std::uint32_t>(path(n).size() - 1); }
  Node ancestor_at(Node n, std::uint32_t depth) const {
    const std::vector<Node> nodes = path(n);
    return nodes.at(nodes.size() - 1 - depth);
  }
  bool is_ancestor_of(Node a, Node b) const {
    for (Node n : path(b)) {
      if (n == a) return true;
    }
    return false;
  }
  Node divergence(Node a, Node b) const {
    for (Node n : path(a)) {
      if (is_ancestor_of(n, b)) return n;
    }
    return kNoNode;
  }
  std::vector<Node> nodes() const {
    std::vector<Node> all;
    for (const auto& [n, parent] : parent_) all.push_back(n);
    return all;
  }
  /// n and everything below it.
  std::vector<Node> subtree(Node n) const {
    std::vector<Node> below;
    for (const auto& [m, parent] : parent_) {
      if (is_ancestor_of(n, m)) below.push_back(m);
    }
    return below;
  }

 private:
  std::map<Node, Node> parent_;
};

/// The seed of the random tests: QPOR_SEED, or a constant.
inline std::uint64_t test_seed() {
  const char* text = std::getenv("QPOR_SEED");
  return text != nullptr ? std::stoull(text) : 20240607;
}

using Random = std::mt19937_64;

inline std::size_t below(Random& random, std::size_t bound) {
  assert(bound > 0);
  return static_cast<std::size_t>(random() % bound);
}

enum class Shape { Chain, Bushy, Mixed };

inline const char* name_of(Shape shape) {
  switch (shape) {
    case Shape::Chain: return "chain";
    case Shape::Bushy: return "bushy";
    case Shape::Mixed: return "mixed";
  }
  return "";
}

/// The parent for the next node of a forest that grows into that shape; kNoNode for a new root.
inline Node next_parent(Random& random, Shape shape, const std::vector<Node>& placed) {
  if (placed.empty()) return kNoNode;
  switch (shape) {
    case Shape::Chain: return placed.back();
    case Shape::Bushy: return below(random, 20) == 0 ? kNoNode : placed[below(random, placed.size())];
    case Shape::Mixed:
      if (below(random, 60) == 0) return kNoNode;
      return below(random, 8) == 0 ? placed[below(random, placed.size())] : placed.back();
  }
  return kNoNode;
}

}  // namespace qpor::trees
