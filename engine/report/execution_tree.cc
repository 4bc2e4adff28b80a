#include "engine/report/execution_tree.h"

#include <algorithm>
#include <array>
#include <ostream>
#include <set>
#include <utility>

#include "engine/program/text.h"
#include "engine/report/dot_text.h"

namespace qpor::engine {
namespace {

using dot::counted;
using dot::escape;

struct EndStyle {
  const char* text;
  const char* attributes;
};
// In the order of ExecutionTree::End.
constexpr std::array<EndStyle, 6> kEnds = {{
    {"trace", "fillcolor=\"#d9ead3\""},
    {"deadlock", "fillcolor=\"#f4cccc\""},
    {"blocked", "fillcolor=\"#e0e0e0\", fontcolor=\"#666666\""},
    {"redundant", "fillcolor=\"#fce5cd\""},
    {"cut", "fillcolor=\"#fff3c4\""},
    {"stopped here", "fillcolor=\"#fff3c4\""},
}};

const EndStyle& style_of(ExecutionTree::End end) { return kEnds[static_cast<std::size_t>(end)]; }

}  // namespace

std::uint32_t ExecutionTree::child_of(std::uint32_t node, const Execution::Step& step) {
  // The last child first: depth-first search goes on below it.
  const std::vector<std::uint32_t>& children = children_of(node);
  const auto found = std::find_if(children.rbegin(), children.rend(), [&](std::uint32_t child) {
    return nodes_[child].thread == step.thread && nodes_[child].outcome == step.outcome;
  });
  return found == children.rend() ? kNoIndex : *found;
}

void ExecutionTree::add(const Execution& execution, End end) {
  ++executions_;
  std::uint32_t node = kNoIndex;
  for (std::size_t i = 0; i < execution.size(); ++i) {
    const Execution::Step& step = execution[i];
    std::uint32_t child = child_of(node, step);
    if (child == kNoIndex) {
      if (nodes_.size() == max_steps_) {
        ++unfinished_;
        return;
      }
      child = static_cast<std::uint32_t>(nodes_.size());
      nodes_.push_back({node,
                        step.thread,
                        step.outcome,
                        performed_text(execution.semantics(), step.operation, step.outcome, step.before),
                        execution.executor().location(execution.operation(i).site),
                        {},
                        {}});
      children_of(node).push_back(child);
    }
    node = child;
  }
  if (node != kNoIndex) nodes_[node].ends.emplace_back(end, executions_);
}

void ExecutionTree::write_node(std::ostream& out, std::size_t number, const Vocabulary& vocabulary,
                               bool with_file) const {
  const Node& node = nodes_[number];
  out << "  s" << number << " [label=<<b>" << escape(thread_text(vocabulary, node.thread)) << "</b> "
      << escape(node.text);
  if (const std::string place = place_text(node.location, with_file); !place.empty()) {
    out << "<br/><font point-size=\"7\" color=\"#888888\">" << escape(place) << "</font>";
  }
  out << ">];\n";
  if (node.parent != kNoIndex) out << "  s" << node.parent << " -> s" << number << ";\n";
}

void ExecutionTree::write_end(std::ostream& out, std::size_t node, End end, std::size_t execution) const {
  const EndStyle& style = style_of(end);
  out << "  x" << execution << " [shape=box, style=\"filled,rounded\", color=\"#aaaaaa\", " << style.attributes
      << ", label=\"" << execution << ": " << style.text << "\"];\n"
      << "  s" << node << " -> x" << execution << " [style=dotted, arrowhead=none];\n";
}

std::size_t ExecutionTree::write_dot(std::ostream& out, const Vocabulary& vocabulary, const DotOptions& options) const {
  std::set<std::string> files;
  for (const Node& node : nodes_) files.insert(node.location.file);
  files.erase("");
  const std::string left_out = counted(unfinished_, "execution") + " of " + std::to_string(executions_) +
                               " not drawn to the end: only the first " + counted(nodes_.size(), "step") + " are";
  out << "digraph executions {\n";
  if (unfinished_ > 0) out << "  // " << left_out << '\n';
  out << "  graph [fontname=\"Helvetica\", fontsize=12, labelloc=t, nodesep=0.15, ranksep=0.25, label=<";
  if (!options.title.empty()) out << "<b>" << escape(options.title) << "</b><br/>";
  out << counted(executions_, "execution") << ", " << counted(nodes_.size(), "step");
  if (unfinished_ > 0) out << "<br/><font color=\"#d03030\">" << left_out << "</font>";
  out << ">];\n  node [fontname=\"Helvetica\", fontsize=10, shape=box, height=0.3, margin=\"0.08,0.03\", "
         "color=\"#555555\"];\n  edge [arrowsize=0.6, color=\"#222222\"];\n";
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    write_node(out, i, vocabulary, files.size() > 1);
    for (const auto& [end, execution] : nodes_[i].ends) write_end(out, i, end, execution);
  }
  out << "}\n";
  return unfinished_;
}

}  // namespace qpor::engine
