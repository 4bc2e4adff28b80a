#include "engine/report/dot.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <numeric>
#include <ostream>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/transitive_reduction.hpp>

#include "engine/program/text.h"
#include "engine/report/dot_text.h"

namespace qpor::engine {
namespace {

using dot::counted;
using dot::escape;

// --- what is drawn

struct Node {
  std::uint32_t event = kNoIndex;
  std::string text;
  std::string place;
};
/// Positions in the list of nodes. Cause first; of a conflict the lesser one.
using Pair = std::pair<std::size_t, std::size_t>;

struct Picture {
  std::vector<Node> nodes;                       ///< sorted as dot.h says
  std::vector<std::vector<std::size_t>> levels;  ///< nodes by causal depth: rows of the picture
  std::vector<Pair> program_order;
  std::vector<Pair> causes;  ///< the transitive reduction without the program order
  std::vector<Pair> conflicts;
  std::size_t left_out = 0;
  bool has_marks = false;  ///< some but not all of what is drawn is marked
};

/// Place of each thread in the order of (creator, ordinal), creators first: the same whoever is discovered first.
std::vector<std::size_t> thread_ranks(const ThreadTable& threads) {
  std::vector<std::pair<std::vector<std::uint32_t>, std::size_t>> paths(threads.size());
  for (std::size_t i = 0; i < threads.size(); ++i) {
    paths[i].second = i;
    for (auto t = static_cast<ThreadId>(i); t != kNoThread; t = threads[t].creator) {
      paths[i].first.push_back(threads[t].ordinal);
    }
    std::reverse(paths[i].first.begin(), paths[i].first.end());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::size_t> ranks(paths.size());
  for (std::size_t rank = 0; rank < paths.size(); ++rank) ranks[paths[rank].second] = rank;
  return ranks;
}

/// Length of the longest chain of causes below each event.
std::vector<std::uint32_t> causal_depths(const DotGraph& graph) {
  const std::size_t count = graph.events.size();
  std::vector<std::uint32_t> depths(count, 0);
  std::vector<std::uint32_t> open_causes(count, 0);
  std::vector<std::vector<std::uint32_t>> effects(count);
  std::vector<std::uint32_t> ready;
  for (std::uint32_t i = 0; i < count; ++i) {
    open_causes[i] = static_cast<std::uint32_t>(graph.events[i].causes.size());
    for (const std::uint32_t cause : graph.events[i].causes) effects[cause].push_back(i);
    if (open_causes[i] == 0) ready.push_back(i);
  }
  while (!ready.empty()) {
    const std::uint32_t cause = ready.back();
    ready.pop_back();
    for (const std::uint32_t effect : effects[cause]) {
      depths[effect] = std::max(depths[effect], depths[cause] + 1);
      if (--open_causes[effect] == 0) ready.push_back(effect);
    }
  }
  return depths;
}

/// The first `count` events by causal depth: a cause lies less deep than its effect, so they are causally closed.
std::vector<std::uint32_t> keep_shallowest(const DotGraph& graph, const std::vector<std::uint32_t>& depths,
                                           const std::vector<std::size_t>& ranks, std::size_t count) {
  std::vector<std::uint32_t> kept(graph.events.size());
  std::iota(kept.begin(), kept.end(), 0u);
  if (kept.size() <= count) return kept;
  const auto key = [&](std::uint32_t event) {
    const DotGraph::Event& e = graph.events[event];
    return std::tuple(depths[event], ranks[index(e.thread)], e.hash);
  };
  std::sort(kept.begin(), kept.end(), [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
  kept.resize(count);
  return kept;
}

std::vector<Node> make_nodes(const DotGraph& graph, const std::vector<std::uint32_t>& events,
                             const std::vector<std::uint32_t>& depths, const std::vector<std::size_t>& ranks) {
  std::set<std::string> files;
  for (const std::uint32_t event : events) files.insert(graph.location(event).file);
  files.erase("");
  std::vector<Node> nodes;
  for (const std::uint32_t event : events) {
    nodes.push_back({event, graph.text(event), place_text(graph.location(event), files.size() > 1)});
  }
  const auto key = [&](const Node& node) {
    const DotGraph::Event& e = graph.events[node.event];
    return std::tuple(ranks[index(e.thread)], e.ordinal, depths[node.event], std::string_view(node.text), e.hash);
  };
  std::sort(nodes.begin(), nodes.end(), [&](const Node& a, const Node& b) { return key(a) < key(b); });
  return nodes;
}

void add_causality(const DotGraph& drawn, const std::vector<std::uint32_t>& node_of, Picture& picture) {
  if (picture.nodes.empty()) return;  // boost::transitive_reduction takes the address of what is not there
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
  Graph graph(picture.nodes.size());
  const auto is_predecessor = [&](const DotGraph::Event& cause, const DotGraph::Event& effect) {
    return cause.thread == effect.thread && cause.ordinal + 1 == effect.ordinal;
  };
  for (std::size_t effect = 0; effect < picture.nodes.size(); ++effect) {
    const DotGraph::Event& event = drawn.events[picture.nodes[effect].event];
    for (const std::uint32_t cause : event.causes) {
      assert(node_of[cause] != kNoIndex && "drawn events are causally closed");
      boost::add_edge(node_of[cause], effect, graph);
      if (is_predecessor(drawn.events[cause], event)) picture.program_order.emplace_back(node_of[cause], effect);
    }
  }
  Graph reduced;
  std::vector<std::size_t> to_reduced(picture.nodes.size());
  const auto numbers = boost::get(boost::vertex_index, graph);
  boost::transitive_reduction(graph, reduced, boost::make_iterator_property_map(to_reduced.begin(), numbers), numbers);
  std::vector<std::size_t> from_reduced(picture.nodes.size());
  for (std::size_t v = 0; v < to_reduced.size(); ++v) from_reduced[to_reduced[v]] = v;
  for (const auto& edge : boost::make_iterator_range(boost::edges(reduced))) {
    const std::size_t cause = from_reduced[boost::source(edge, reduced)];
    const std::size_t effect = from_reduced[boost::target(edge, reduced)];
    if (is_predecessor(drawn.events[picture.nodes[cause].event], drawn.events[picture.nodes[effect].event])) continue;
    picture.causes.emplace_back(cause, effect);
  }
  std::sort(picture.program_order.begin(), picture.program_order.end());  // a predecessor may be a cause twice over
  picture.program_order.erase(std::unique(picture.program_order.begin(), picture.program_order.end()),
                              picture.program_order.end());
  std::sort(picture.causes.begin(), picture.causes.end());
}

void add_conflicts(const DotGraph& graph, const std::vector<std::uint32_t>& node_of, Picture& picture) {
  if (!graph.conflicts) return;
  for (std::size_t node = 0; node < picture.nodes.size(); ++node) {
    for (const std::uint32_t other : graph.conflicts(picture.nodes[node].event)) {
      if (node_of[other] != kNoIndex && node < node_of[other]) picture.conflicts.emplace_back(node, node_of[other]);
    }
  }
  std::sort(picture.conflicts.begin(), picture.conflicts.end());
}

Picture make_picture(const DotGraph& graph, const DotOptions& options) {
  const std::vector<std::size_t> ranks = thread_ranks(graph.vocabulary->threads);
  const std::vector<std::uint32_t> depths = causal_depths(graph);
  Picture picture;
  const std::vector<std::uint32_t> kept = keep_shallowest(graph, depths, ranks, options.max_events);
  picture.left_out = graph.events.size() - kept.size();
  picture.nodes = make_nodes(graph, kept, depths, ranks);
  std::vector<std::uint32_t> node_of(graph.events.size(), kNoIndex);
  std::size_t marked = 0;
  for (std::size_t node = 0; node < picture.nodes.size(); ++node) {
    const std::uint32_t event = picture.nodes[node].event;
    node_of[event] = static_cast<std::uint32_t>(node);
    if (graph.events[event].is_marked) ++marked;
    const std::size_t level = depths[event];
    if (picture.levels.size() <= level) picture.levels.resize(level + 1);
    picture.levels[level].push_back(node);
  }
  picture.has_marks = marked > 0 && marked < picture.nodes.size();
  add_causality(graph, node_of, picture);
  add_conflicts(graph, node_of, picture);
  return picture;
}

// --- how it is written

constexpr const char* kProgramOrderColor = "#222222";
constexpr const char* kCauseColor = "#3b6fc4";
constexpr const char* kConflictColor = "#d03030";
constexpr const char* kConfigurationFill = "#fff3c4";

struct ModeStyle {
  Mode mode;
  const char* name;   ///< in the legend
  const char* shape;  ///< attributes of the node
  const char* fill;
};
constexpr ModeStyle kModeStyles[] = {
    {Mode::Exclusive, "exclusive (X)", "style=\"filled\", color=\"#555555\"", "#ffffff"},
    {Mode::Shared, "shared (R)", "style=\"filled,rounded\", color=\"#6f94c8\"", "#eef4fc"},
    {Mode::Token, "token (T)", "style=\"filled,rounded\", color=\"#b0b0b0\"", "#f0f0f0"},
    {Mode::Local, "local (L)", "style=\"filled\", color=\"#d0d0d0\"", "#f0f0f0"},
};

const ModeStyle& style_of(Mode mode) {
  return *std::find_if(std::begin(kModeStyles), std::end(kModeStyles),
                       [mode](const ModeStyle& style) { return style.mode == mode; });
}

class Writer {
 public:
  Writer(std::ostream& out, const DotGraph& graph, const Picture& picture, const DotOptions& options)
      : out_(out), graph_(graph), picture_(picture), options_(options) {}

  void write() {
    out_ << "digraph unfolding {\n";
    write_heading();
    for (std::size_t first = 0; first < picture_.nodes.size();) first = write_cluster(first);
    out_ << "  // rows: causal depth\n";
    for (std::size_t level = 0; level < picture_.levels.size(); ++level) {
      out_ << "  { rank=same;";
      for (const std::size_t node : picture_.levels[level]) out_ << " e" << node << ';';
      if (level == 0) {
        for (const std::size_t cluster : anchored_) out_ << " t" << cluster << ';';
      }
      out_ << " }\n";
    }
    out_ << "  // program order\n  edge [color=\"" << kProgramOrderColor << "\", penwidth=2, weight=100];\n";
    for (const auto& [cause, effect] : picture_.program_order) out_ << "  e" << cause << " -> e" << effect << ";\n";
    out_ << "  // other causes, as transitive reduction\n  edge [color=\"" << kCauseColor
         << "\", penwidth=1, weight=1];\n";
    for (const auto& [cause, effect] : picture_.causes) out_ << "  e" << cause << " -> e" << effect << ";\n";
    out_ << "  // immediate conflicts\n  edge [color=\"" << kConflictColor
         << "\", style=dashed, dir=none, constraint=false];\n";
    for (const auto& [a, b] : picture_.conflicts) out_ << "  e" << a << " -> e" << b << ";\n";
    if (options_.legend) write_legend();
    out_ << "}\n";
  }

 private:
  Mode mode_of(const Node& node) const { return graph_.events[node.event].mode; }
  ThreadId thread_of(const Node& node) const { return graph_.events[node.event].thread; }
  bool is_marked(const Node& node) const { return picture_.has_marks && graph_.events[node.event].is_marked; }

  void write_heading() {
    if (picture_.left_out > 0) out_ << "  // " << left_out_text() << '\n';
    out_ << "  graph [fontname=\"Helvetica\", fontsize=12, labelloc=t, newrank=true, nodesep=0.15, ranksep=0.45, "
            "label=<";
    if (!options_.title.empty()) out_ << "<b>" << escape(options_.title) << "</b><br/>";
    out_ << counted(picture_.nodes.size(), "event") << ", " << counted(picture_.conflicts.size(), "immediate conflict");
    if (picture_.left_out > 0) out_ << "<br/><font color=\"" << kConflictColor << "\">" << left_out_text() << "</font>";
    out_ << ">];\n"
         << "  node [fontname=\"Helvetica\", fontsize=10, shape=box, height=0.3, margin=\"0.08,0.03\"];\n"
         << "  edge [arrowsize=0.6];\n";
  }

  std::string left_out_text() const {
    return std::to_string(picture_.left_out) + " of " + counted(picture_.nodes.size() + picture_.left_out, "event") +
           " left out: drawn are the " + std::to_string(picture_.nodes.size()) + " of least causal depth";
  }

  /// The cluster of the thread of that node. Returns the first node of the next one.
  std::size_t write_cluster(std::size_t first) {
    const ThreadId thread = thread_of(picture_.nodes[first]);
    out_ << "  subgraph cluster_" << clusters_ << " {\n    graph [style=\"rounded\", color=\"#cccccc\", label=<<b>"
         << escape(thread_text(*graph_.vocabulary, thread)) << "</b>>];\n";
    std::size_t node = first;
    for (; node < picture_.nodes.size() && thread_of(picture_.nodes[node]) == thread; ++node) write_node(node);
    const auto& roots = picture_.levels.front();
    if (std::none_of(roots.begin(), roots.end(), [&](std::size_t root) { return first <= root && root < node; })) {
      // Something in the first row, so that threads that begin late are columns too and not boxes below others.
      out_ << "    t" << clusters_ << " [shape=point, style=invis, width=0, height=0];\n";
      anchored_.push_back(clusters_);
    }
    out_ << "  }\n";
    ++clusters_;
    return node;
  }

  void write_node(std::size_t number) {
    const Node& node = picture_.nodes[number];
    const ModeStyle& style = style_of(mode_of(node));
    out_ << "    e" << number << " [" << style.shape << ", fillcolor=\""
         << (is_marked(node) ? kConfigurationFill : style.fill) << "\", label=<" << escape(node.text);
    if (!node.place.empty()) {
      out_ << "<br/><font point-size=\"7\" color=\"#888888\">" << escape(node.place) << "</font>";
    }
    out_ << ">];\n";
  }

  /// One node with a table, so that the legend takes no part in the layout; only what occurs is explained.
  void write_legend() {
    const auto row = [this](const char* color, const char* sign, const char* meaning) {
      out_ << "<tr><td><font color=\"" << color << "\">" << sign << "</font></td><td align=\"left\">" << meaning
           << "</td></tr>";
    };
    const auto box = [this](const char* fill, const char* more, const char* meaning) {
      out_ << "<tr><td><table border=\"1\" cellborder=\"0\" cellspacing=\"0\" color=\"#888888\" bgcolor=\"" << fill
           << '"' << more
           << "><tr><td fixedsize=\"true\" width=\"16\" height=\"9\"></td></tr></table></td><td align=\"left\">"
           << meaning << "</td></tr>";
    };
    out_ << "  subgraph cluster_legend {\n    graph [style=\"rounded\", color=\"#dddddd\", fontsize=9, "
            "label=\"legend\"];\n"
         << "    legend [shape=plain, fontsize=8, label=<<table border=\"0\" cellspacing=\"1\" cellpadding=\"0\">";
    if (!picture_.program_order.empty()) row(kProgramOrderColor, "<b>&#8594;</b>", "program order");
    if (!picture_.causes.empty()) row(kCauseColor, "&#8594;", "other cause");
    if (!picture_.conflicts.empty()) row(kConflictColor, "- - -", "immediate conflict");
    for (const ModeStyle& style : kModeStyles) {
      const bool occurs = std::any_of(picture_.nodes.begin(), picture_.nodes.end(),
                                      [&](const Node& node) { return mode_of(node) == style.mode; });
      if (!occurs) continue;
      const bool is_round = style.mode == Mode::Shared || style.mode == Mode::Token;
      box(style.fill, is_round ? " style=\"rounded\"" : "", style.name);
    }
    if (picture_.has_marks) box(kConfigurationFill, "", "in the current configuration");
    out_ << "<tr><td></td><td></td></tr></table>>];\n  }\n";
  }

  std::ostream& out_;
  const DotGraph& graph_;
  const Picture& picture_;
  const DotOptions& options_;
  std::size_t clusters_ = 0;
  std::vector<std::size_t> anchored_;  // clusters without an event in the first row
};

}  // namespace

std::size_t write_dot(std::ostream& out, const DotGraph& graph, const DotOptions& options) {
  const Picture picture = make_picture(graph, options);
  Writer(out, graph, picture, options).write();
  return picture.left_out;
}

std::size_t write_dot(std::ostream& out, const Trace& trace, std::span<const StepIndex> steps,
                      const DotOptions& options) {
  const std::vector<std::uint64_t> hashes = trace.hashes();
  std::vector<std::uint32_t> number_of(trace.size(), kNoIndex);
  DotGraph graph;
  graph.vocabulary = &trace.vocabulary();
  for (const StepIndex step : steps) {
    number_of[step] = static_cast<std::uint32_t>(graph.events.size());
    graph.events.push_back(
        {trace[step].thread, trace[step].ordinal, trace[step].outcome.mode, false, hashes[step], {}});
  }
  for (const StepIndex step : steps) {
    for (const StepIndex cause : trace.causes(step)) {
      graph.events[number_of[step]].causes.push_back(number_of[cause]);
    }
  }
  graph.text = [&](std::uint32_t event) { return trace.text(steps[event]); };
  graph.location = [&](std::uint32_t event) { return trace.location(steps[event]); };
  return write_dot(out, graph, options);
}

}  // namespace qpor::engine
