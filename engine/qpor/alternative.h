// Alt, the function by which Explore is guided [QPOR Alg. 1, l. 11]: given C and D, find J such that C + J is a
// configuration that avoids D, J conflicts with events of D, or say that there is none. All Alt functions are plug-ins
// of one kind; they differ in how much of D the answer must be in conflict with.
//
// Contract of `find` [QPOR Def. 4, 5]
//  1. If some configuration contains C and conflicts with every unjustified event of D (an alternative exists), the
//     answer is yes. Saying no then would lose traces.
//  2. The answer's events are compatible with C and with each other, and no event of D is below any of them.
//  3. The newest event of D is in conflict with the answer (except for `none`, which has no answer to give).

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/execution/statistics.h"
#include "engine/options.h"
#include "engine/qpor/disabled.h"
#include "engine/unfolding/configuration.h"
#include "engine/unfolding/event_structure.h"

namespace qpor::engine {

/// J as the events that were chosen: the alternative is the union of their local configurations.
struct Alternative {
  std::vector<EventId> chosen;
  bool first_event_only = false;  ///< follow J for one event, then run freely
};

class AltFunction {
 public:
  virtual ~AltFunction() = default;
  virtual bool find(Alternative& answer) = 0;
  /// Quick: certain that `find` would say no once `event` is the newest of D. Most events have no rival.
  virtual bool is_hopeless(EventId event) const = 0;
};

/// REQUIRES: the arguments outlive the function.
std::unique_ptr<AltFunction> make_alt(const Options& options, const EventStructure& structure,
                                      const Configuration& configuration, const Disabled& disabled,
                                      Statistics& statistics);

}  // namespace qpor::engine
