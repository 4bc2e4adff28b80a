// The unfolding, or one trace, as a picture in the DOT language of Graphviz (docs/dot.md): a column per thread, program
// order heavy, other causes blue, immediate conflicts red and dashed.
//
// What is drawn: every edge of the program order; of the other causes those in the transitive reduction of causality
// (Boost.Graph); every pair of shown events in immediate conflict, once.
// Rows are causal depths, so an arrow always points down. The printing is ours and not boost::write_graphviz: its
// clusters want a boost::subgraph with maps of attributes, and rows, legend and note would be ours all the same.
//
// The text depends on the shown events and on those that are marked only, neither on their ids nor on the order of
// discovery: threads are sorted by their names' (creator, ordinal), events by thread, depth in the thread, causal
// depth, text and hash. Explorations that discover the same events write the same picture.
//
// Cost: O(n * (n + causes)) time and n^2 bits for n shown events, by the transitive reduction. Limit:
// DotOptions::max_events, stated in the picture.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/execution/trace.h"
#include "engine/program/ids.h"
#include "engine/program/semantics.h"

namespace qpor::engine {

struct DotOptions {
  std::size_t max_events = 400;  ///< beyond this, those of least causal depth, which are causally closed
  bool legend = true;
  std::string title;  ///< the program's name
};

/// What is to be drawn: events by number, whatever they are to who explores. Causally closed.
struct DotGraph {
  struct Event {
    ThreadId thread = kNoThread;
    std::uint32_t ordinal = 0;  ///< events of its thread before it
    Mode mode = Mode::Local;
    bool is_marked = false;  ///< stands out, unless all do
    std::uint64_t hash = 0;
    std::vector<std::uint32_t> causes;  ///< the thread predecessor among them
  };
  std::vector<Event> events;
  const Vocabulary* vocabulary = nullptr;
  // Asked for what is shown only.
  std::function<std::string(std::uint32_t)> text;
  std::function<Location(std::uint32_t)> location;
  std::function<std::vector<std::uint32_t>(std::uint32_t)> conflicts;  ///< immediate ones; none when not set
};

/// Text as it may stand in a quoted string of DOT.
std::string escaped_for_dot(std::string_view text);

/// Returns how many events the cap left out.
std::size_t write_dot(std::ostream& out, const DotGraph& graph, const DotOptions& options);

/// These steps of a trace. REQUIRES: they are distinct and causally closed.
std::size_t write_dot(std::ostream& out, const Trace& trace, std::span<const StepIndex> steps,
                      const DotOptions& options);

}  // namespace qpor::engine
