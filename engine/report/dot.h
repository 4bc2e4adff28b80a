// The unfolding, or one trace, as a picture in the DOT language of Graphviz (docs/dot.md): a column per thread, program
// order heavy, other causes blue, immediate conflicts red and dashed.
//
// What is drawn: every edge of the program order; of the other causes those in the transitive reduction of causality
// (Boost.Graph); every pair of shown events in immediate conflict, once.
// Rows are causal depths, so an arrow always points down. The printing is ours and not boost::write_graphviz: its
// clusters want a boost::subgraph with maps of attributes, and rows, legend and note would be ours all the same.
//
// The text depends on the shown events and on C only, neither on their ids nor on the order of discovery:
// threads are sorted by their names' (creator, ordinal), events by thread, depth in the thread, causal depth, text and
// hash. Explorations that discover the same events write the same picture.
//
// Cost: O(n * (n + causes)) time and n^2 bits for n shown events, by the transitive reduction. Limit:
// DotOptions::max_events, stated in the picture.

#pragma once

#include <cstddef>
#include <iosfwd>
#include <span>
#include <string>

#include "engine/program/ids.h"
#include "engine/qpor/explore.h"

namespace qpor::engine {

struct DotOptions {
  std::size_t max_events = 400;  ///< beyond this, those of least causal depth, which are causally closed
  bool legend = true;
  std::string title;  ///< the program's name
};

/// All of U. The events of C stand out if there are any and others as well. Returns how many events the cap left out.
std::size_t write_dot(std::ostream& out, const Explorer& explorer, const DotOptions& options);

/// A trace, a configuration, or any other set. REQUIRES: events of U, distinct, causally closed.
std::size_t write_dot(std::ostream& out, const Explorer& explorer, std::span<const EventId> events,
                      const DotOptions& options);

}  // namespace qpor::engine
