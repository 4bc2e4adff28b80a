#include "engine/dpor/execution_tree.h"

#include <algorithm>
#include <ostream>
#include <string>
#include <string_view>

#include "engine/program/text.h"

namespace qpor::engine {
namespace {

std::string_view style_of(ExecutionTree::End end) {
  switch (end) {
    case ExecutionTree::End::Inner: return "";
    case ExecutionTree::End::Trace: return ", style=filled, fillcolor=\"#e5f5e0\"";
    case ExecutionTree::End::Deadlock: return ", style=filled, fillcolor=\"#fcbba1\"";
    case ExecutionTree::End::Redundant: return ", style=dashed, tooltip=\"seen before\"";
    case ExecutionTree::End::Blocked: return ", style=dashed, tooltip=\"blocked\"";
    case ExecutionTree::End::Truncated: return ", style=dashed, tooltip=\"cut\"";
  }
  return "";
}

}  // namespace

void ExecutionTree::push(const Label& label, State before) {
  ++steps_;
  const std::uint32_t parent = path_.empty() ? kNotKept : path_.back();
  const bool is_kept = nodes_.size() < kMaxNodes && (path_.empty() || parent != kNotKept);
  path_.push_back(is_kept ? static_cast<std::uint32_t>(nodes_.size()) : kNotKept);
  if (is_kept) nodes_.push_back({label, before, parent});
}

void ExecutionTree::end(End end) {
  if (!path_.empty() && path_.back() != kNotKept) nodes_[path_.back()].end = end;
}

std::size_t ExecutionTree::write_dot(std::ostream& out, const Semantics& semantics, const DotOptions& options) const {
  const std::size_t drawn = std::min(nodes_.size(), options.max_events);
  const std::size_t left_out = static_cast<std::size_t>(steps_) - drawn;
  out << "digraph executions {\n  node [shape=box, fontname=\"Helvetica\", fontsize=10];\n";
  if (!options.title.empty()) out << "  label=\"" << escaped_for_dot(options.title) << "\";\n";
  out << "  begin [shape=point];\n";
  for (std::size_t i = 0; i < drawn; ++i) {
    const Node& node = nodes_[i];
    const std::string text = thread_text(semantics.vocabulary(), node.label.thread) + ": " +
                             performed_text(semantics, node.label.operation, node.label.outcome, node.before);
    out << "  s" << i << " [label=\"" << escaped_for_dot(text) << '"' << style_of(node.end) << "];\n  ";
    if (node.parent == kNotKept) {
      out << "begin";
    } else {
      out << 's' << node.parent;
    }
    out << " -> s" << i << ";\n";
  }
  if (left_out > 0) out << "  note [shape=note, label=\"" << left_out << " more steps are not shown\"];\n";
  out << "}\n";
  return left_out;
}

}  // namespace qpor::engine
