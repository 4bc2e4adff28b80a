#include "engine/unfolding/linearize.h"

#include <algorithm>
#include <cassert>
#include <queue>
#include <utility>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/reverse_graph.hpp>

namespace qpor::engine {
namespace {

/// Vertices are positions in the given sequence, edges lead from cause to effect.
using CauseGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS>;
using Vertex = boost::graph_traits<CauseGraph>::vertex_descriptor;

CauseGraph cause_graph(const EventStructure& structure, std::span<const EventId> events) {
  CauseGraph graph(events.size());
  std::vector<std::uint32_t> vertex_of(structure.id_bound(), kNoIndex);
  for (std::size_t v = 0; v < events.size(); ++v) vertex_of[index(events[v])] = static_cast<std::uint32_t>(v);
  for (std::size_t v = 0; v < events.size(); ++v) {
    structure.for_each_cause(events[v], [&](EventId cause) {
      if (vertex_of[index(cause)] != kNoIndex) boost::add_edge(vertex_of[index(cause)], v, graph);
    });
  }
  return graph;
}

/// Kahn's algorithm with a preference: a vertex of the same thread as the last one, else the first that is ready.
template <class Graph>
std::vector<Vertex> sort_by_thread(const Graph& graph, const std::vector<ThreadId>& thread_of,
                                   const std::vector<std::uint32_t>& rank) {
  const auto later = [&rank](Vertex a, Vertex b) { return rank[a] > rank[b]; };
  std::priority_queue<Vertex, std::vector<Vertex>, decltype(later)> ready(later);
  std::vector<std::size_t> open_causes(boost::num_vertices(graph));
  for (const Vertex v : boost::make_iterator_range(boost::vertices(graph))) {
    open_causes[v] = boost::in_degree(v, graph);
    if (open_causes[v] == 0) ready.push(v);
  }
  std::vector<Vertex> order;
  order.reserve(open_causes.size());
  constexpr Vertex kNone = static_cast<Vertex>(-1);
  while (!ready.empty()) {
    Vertex next = ready.top();
    ready.pop();
    while (next != kNone) {
      order.push_back(next);
      Vertex same_thread = kNone;
      for (const auto& edge : boost::make_iterator_range(boost::out_edges(next, graph))) {
        const Vertex effect = boost::target(edge, graph);
        if (--open_causes[effect] != 0) continue;
        if (same_thread == kNone && thread_of[effect] == thread_of[next]) {
          same_thread = effect;
        } else {
          ready.push(effect);
        }
      }
      next = same_thread;
    }
  }
  return order;
}

}  // namespace

std::size_t context_switches(const EventStructure& structure, std::span<const EventId> sequence) {
  std::size_t switches = 0;
  for (std::size_t i = 1; i < sequence.size(); ++i) {
    if (structure[sequence[i]].thread != structure[sequence[i - 1]].thread) ++switches;
  }
  return switches;
}

std::vector<EventId> linearize(const EventStructure& structure, std::span<const EventId> events) {
  const CauseGraph graph = cause_graph(structure, events);
  std::vector<ThreadId> thread_of(events.size());
  std::vector<std::uint32_t> rank(events.size());
  for (std::size_t v = 0; v < events.size(); ++v) {
    thread_of[v] = structure[events[v]].thread;
    rank[v] = static_cast<std::uint32_t>(v);
  }
  const auto as_events = [events](const std::vector<Vertex>& order) {
    std::vector<EventId> sequence;
    sequence.reserve(order.size());
    for (const Vertex v : order) sequence.push_back(events[v]);
    return sequence;
  };
  std::vector<EventId> best;
  const auto consider = [&](std::vector<EventId> sequence) {
    assert(sequence.size() == events.size());
    if (best.empty() || context_switches(structure, sequence) < context_switches(structure, best)) {
      best = std::move(sequence);
    }
  };
  const auto edges = boost::make_iterator_range(boost::edges(graph));
  if (std::all_of(edges.begin(), edges.end(),
                  [&](const auto& edge) { return boost::source(edge, graph) < boost::target(edge, graph); })) {
    consider({events.begin(), events.end()});
  }
  for (int round = 0; round < 2; ++round) {
    consider(as_events(sort_by_thread(graph, thread_of, rank)));
    std::vector<EventId> backwards = as_events(sort_by_thread(boost::make_reverse_graph(graph), thread_of, rank));
    std::reverse(backwards.begin(), backwards.end());
    consider(std::move(backwards));
    std::reverse(rank.begin(), rank.end());
  }
  return best;
}

}  // namespace qpor::engine
