// Ancestor queries: skip pointers of several steps against jump pointers and a plain walk from parent to parent. The
// tree is a trunk of the given depth with branches off it; node numbers are shuffled, so that a parent is not its
// child's neighbour in memory, and the queries are drawn before the clock starts.
//  - far: a uniform node, and a uniform depth above it; stresses the pointers.
//  - short: an ancestor 0 to 4 above the node, as most queries that [QPOR 6.2] counted; stresses the inline path.
//  - divergence: the deepest common ancestor of two uniform nodes.
//
// In bytes_per_node the slots have no reserve, since the highest number is placed first, but the pool of skip pointers
// has: 4/(s-1) bytes per node in use, and up to twice that.
//
// Differences below 0.7 ns between "short" lines of single builds mean nothing: an unchanged source path moved from 2.1
// to 2.7 ns when only code elsewhere changed. Compare several builds that shift the timed loop.

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include <benchmark/benchmark.h>

#include "bench/jump_tree.h"
#include "trees/skip_tree.h"

namespace {

using qpor::trees::JumpTree;
using qpor::trees::kNoNode;
using qpor::trees::Node;
using qpor::trees::SkipTree;

/// The yardstick from below: parents and depths, and nothing else.
class WalkTree {
 public:
  void place_root(Node n) { put(n, {kNoNode, 0}); }
  void place(Node n, Node parent) { put(n, {parent, slots_[parent].depth + 1}); }
  std::uint32_t depth(Node n) const { return slots_[n].depth; }
  Node ancestor_at(Node n, std::uint32_t depth) const {
    for (std::uint32_t distance = slots_[n].depth - depth; distance != 0; --distance) n = slots_[n].parent;
    return n;
  }
  Node divergence(Node a, Node b) const {
    const std::uint32_t common = std::min(depth(a), depth(b));
    a = ancestor_at(a, common);
    b = ancestor_at(b, common);
    while (a != b) {
      a = slots_[a].parent;
      b = slots_[b].parent;
    }
    return a;
  }
  std::size_t bytes() const { return slots_.capacity() * sizeof(Slot); }

 private:
  struct Slot {
    Node parent;
    std::uint32_t depth;
  };
  void put(Node n, Slot slot) {
    if (n >= slots_.size()) slots_.resize(std::size_t{n} + 1);
    slots_[n] = slot;
  }
  std::vector<Slot> slots_;
};

template <unsigned Step>
struct SteppedTree : SkipTree {
  SteppedTree() : SkipTree(Step) {}
};

/// One trunk of that depth and branches off it, as thread and object trees have them; 1.5 times the trunk in nodes.
template <class Tree>
std::vector<Node> grow(Tree& tree, std::uint32_t depth, std::mt19937& random) {
  std::vector<Node> numbers(std::size_t{depth} + depth / 2 + 1);
  std::iota(numbers.begin(), numbers.end(), Node{0});
  std::shuffle(numbers.begin(), numbers.end(), random);
  // The highest number is the first: each vector is then sized once, exactly.
  std::iter_swap(numbers.begin(), std::max_element(numbers.begin(), numbers.end()));
  tree.place_root(numbers[0]);
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    const bool branch_begins = i > depth && random() % 64 == 0;
    const std::size_t parent = branch_begins ? random() % (depth + 1) : i - 1;
    tree.place(numbers[i], numbers[tree.depth(numbers[parent]) < depth ? parent : random() % depth]);
  }
  return numbers;
}

struct Query {
  Node a, b;
  std::uint32_t depth;
};

enum class Load { Far, Short, Divergence };

template <class Tree, Load kLoad>
void queries(benchmark::State& state) {
  std::mt19937 random(1);
  Tree tree;
  const std::vector<Node> nodes = grow(tree, static_cast<std::uint32_t>(state.range(0)), random);
  std::vector<Query> asked(1024);
  for (Query& query : asked) {
    query.a = nodes[random() % nodes.size()];
    query.b = nodes[random() % nodes.size()];
    const std::uint32_t depth = tree.depth(query.a);
    const auto distance = static_cast<std::uint32_t>(random() % (kLoad == Load::Far ? depth + 1 : 5));
    query.depth = depth - std::min(distance, depth);
  }
  std::size_t i = 0;
  for (auto _ : state) {
    const Query& query = asked[i++ % asked.size()];
    benchmark::DoNotOptimize(kLoad == Load::Divergence ? tree.divergence(query.a, query.b)
                                                       : tree.ancestor_at(query.a, query.depth));
  }
  state.counters["bytes_per_node"] = static_cast<double>(tree.bytes()) / static_cast<double>(nodes.size());
}

template <class Tree>
void growth(benchmark::State& state) {
  const auto depth = static_cast<std::uint32_t>(state.range(0));
  for (auto _ : state) {
    Tree tree;
    tree.place_root(0);
    for (Node n = 1; n <= depth; ++n) tree.place(n, n - 1);
    benchmark::DoNotOptimize(tree.depth(depth));
  }
  state.SetItemsProcessed(state.iterations() * depth);
}

#define QPOR_TREE_BENCHES(Tree)                                                          \
  BENCHMARK_TEMPLATE(queries, Tree, Load::Short)->RangeMultiplier(16)->Range(16, 65536); \
  BENCHMARK_TEMPLATE(queries, Tree, Load::Far)->RangeMultiplier(16)->Range(16, 65536);   \
  BENCHMARK_TEMPLATE(queries, Tree, Load::Divergence)->RangeMultiplier(16)->Range(16, 65536)

QPOR_TREE_BENCHES(WalkTree);
QPOR_TREE_BENCHES(JumpTree);
QPOR_TREE_BENCHES(SteppedTree<2>);
QPOR_TREE_BENCHES(SteppedTree<4>);
QPOR_TREE_BENCHES(SteppedTree<8>);
QPOR_TREE_BENCHES(SteppedTree<16>);

BENCHMARK_TEMPLATE(growth, WalkTree)->Arg(4096);
BENCHMARK_TEMPLATE(growth, JumpTree)->Arg(4096);
BENCHMARK_TEMPLATE(growth, SteppedTree<2>)->Arg(4096);
BENCHMARK_TEMPLATE(growth, SteppedTree<4>)->Arg(4096);
BENCHMARK_TEMPLATE(growth, SteppedTree<8>)->Arg(4096);
BENCHMARK_TEMPLATE(growth, SteppedTree<16>)->Arg(4096);

}  // namespace

BENCHMARK_MAIN();
