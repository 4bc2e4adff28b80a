#include "engine/prune.h"

namespace qpor::engine {

std::size_t prune(EventStructure& structure, const Configuration& configuration, const Disabled& disabled,
                  std::span<const EventId> alternative) {
  structure.unmark_all();
  const auto keep_with_conflicts = [&structure](EventId event) {
    structure.mark_local_configuration(event);
    const Mode mode = structure[event].mode;
    if (mode != Mode::Exclusive && mode != Mode::Shared) return;
    structure.any_adjacent_conflict(event, [&structure](EventId f) {
      structure.mark_local_configuration(f);
      return false;
    });
  };
  for (std::size_t i = 0; i < configuration.size(); ++i) keep_with_conflicts(configuration[i]);
  for (std::size_t i = 0; i < disabled.size(); ++i) keep_with_conflicts(disabled[i]);
  for (const EventId event : alternative) structure.mark_local_configuration(event);
  return structure.sweep();
}

}  // namespace qpor::engine
