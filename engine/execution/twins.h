// Twin runs: the net under the exploration. That two operations commute, and that what a thread does between two
// operations is its own business, is taken for granted everywhere else: a trace is one order of many. Here a trace is
// executed again in another order of its independent steps (twin_order.h), and the executor compares what the two came
// to. A difference means that something orders the threads which is no operation, and then all traces have more
// behaviours than were explored.
//
// Which traces: always the first that can be compared, in several orders if it is short; then as many as kTwinShare of
// the time allows, each in one order; all of them with Twins::All. The traces, and all counts but that of the twin
// runs, are the same whichever were chosen.
//
// Cost: one execution for each order, and one to come back to where the exploration stood. QPOR runs the first
// execution again in any case (meeting_order.h), so that a long one takes only one more.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/execution/execution.h"
#include "engine/execution/statistics.h"
#include "engine/options.h"

namespace qpor::engine {

class TwinRuns {
 public:
  /// REQUIRES: execution and clock outlive this.
  TwinRuns(Execution& execution, PhaseClock& clock, Twins wanted)
      : execution_(execution), clock_(clock), wanted_(wanted) {}

  /// Runs the trace in other orders, if it is one that is to be; then the program comes back to the end of the trace,
  /// or to its beginning. The executor may be interrupted in each. REQUIRES: no thread can go on.
  void run(bool comes_back);
  /// Compares what was run since the last comparison, if anything was. REQUIRES: the program stands at the end of the
  /// trace, unless it was interrupted.
  std::optional<Divergence> compare();

 private:
  bool is_wanted() const;
  std::size_t orders() const;
  void run_orders();

  Execution& execution_;
  PhaseClock& clock_;
  const Twins wanted_;
  bool is_pending_ = false;  // run, not compared
  bool has_divergence_ = false;
  std::uint64_t first_runs_ = 0;   // of the first trace that was compared
  double seconds_of_sampled_ = 0;  // of the others
  double seconds_per_step_ = 0;    // of the last
};

}  // namespace qpor::engine
