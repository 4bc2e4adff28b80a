#include "engine/unfolding/tree_shape.h"

#include <algorithm>
#include <cstddef>

namespace qpor::engine {
namespace {

void add(TreeShape& tree, std::uint32_t depth) {
  ++tree.nodes;
  tree.depths += depth;
  tree.maximal_depth = std::max(tree.maximal_depth, depth);
}

void drop_empty(std::vector<TreeShape>& trees) {
  std::erase_if(trees, [](const TreeShape& tree) { return tree.nodes == 0; });
}

#ifdef QPOR_COUNT_QUERIES
DistanceClasses classes_of(const trees::DistanceHistogram& histogram) {
  DistanceClasses classes;
  histogram.for_each(
      [&](std::uint64_t first, std::uint64_t last, std::uint64_t count) { classes.push_back({first, last, count}); });
  return classes;
}
#endif

}  // namespace

TreeShapes tree_shapes(const EventStructure& structure) {
  TreeShapes shapes;
  const Vocabulary& vocabulary = structure.vocabulary();
  for (std::size_t i = 0; i < vocabulary.threads.size(); ++i) {
    shapes.threads.push_back({vocabulary.threads[static_cast<ThreadId>(i)].name});
  }
  for (std::size_t i = 0; i < vocabulary.objects.size(); ++i) {
    shapes.objects.push_back({vocabulary.objects[static_cast<ObjectId>(i)].name});
  }
  for (std::size_t i = 0; i < structure.id_bound(); ++i) {
    const auto event = static_cast<EventId>(i);
    const Event& e = structure[event];
    if (!e.is_live || e.mode == Mode::Bottom) continue;
    add(shapes.threads[index(e.thread)], structure.thread_depth(event));
    if (e.mode == Mode::Exclusive || e.mode == Mode::Shared) {
      add(shapes.objects[index(e.object)], structure.object_depth(event));
    }
  }
  drop_empty(shapes.threads);
  drop_empty(shapes.objects);
#ifdef QPOR_COUNT_QUERIES
  shapes.causality_queries = classes_of(structure.thread_tree().queries());
  shapes.conflict_queries = classes_of(structure.object_tree().queries());
#endif
  return shapes;
}

}  // namespace qpor::engine
