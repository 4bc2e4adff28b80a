#include "engine/qpor/prune.h"

#include <vector>

#include "engine/unfolding/immediate_conflict.h"

namespace qpor::engine {

std::size_t prune(EventStructure& structure, Configuration& configuration, const Disabled& disabled,
                  std::span<const EventId> alternative) {
  structure.unmark_all();
  for (const EventId event : alternative) structure.mark_local_configuration(event);
  const auto keep = [&](EventId d) {
    structure.mark_local_configuration(d);
    const Mode mode = structure[d].mode;
    if (mode != Mode::Exclusive && mode != Mode::Shared) return;
    for_each_adjacent_conflict(structure, d, [&](EventId f) {
      // What is marked was compatible with a larger C.
      if (structure[f].is_marked || configuration.unmarked_in_conflict_with(f)) return;
      structure.mark_local_configuration(f);
    });
    if (mode != Mode::Shared || !structure.is_counted(structure[d].object)) return;
    const EventId exclusive = structure.exclusive_predecessor(d);
    for (EventId f = structure[exclusive].first_shared; f != kNoEvent; f = structure[f].next_sibling) {
      if (!structure[f].is_marked && !configuration.in_conflict_with(f)) structure.mark_local_configuration(f);
    }
  };
  // Downwards, so that C is always the part before the event in question.
  std::vector<EventId> taken_down;
  std::size_t next_disabled = disabled.size();
  for (;;) {
    while (next_disabled > 0 && disabled.depth(next_disabled - 1) >= configuration.size()) {
      keep(disabled[--next_disabled]);
    }
    if (configuration.empty()) break;
    const EventId event = configuration.pop();
    taken_down.push_back(event);
    keep(event);
  }
  for (std::size_t i = taken_down.size(); i > 0; --i) configuration.push(taken_down[i - 1]);
  return structure.sweep();
}

}  // namespace qpor::engine
