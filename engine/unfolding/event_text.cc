#include "engine/unfolding/event_text.h"

namespace qpor::engine {
namespace {

/// What the object held when the event took place, as far as the event could tell.
State state_before(const EventStructure& structure, EventId event) {
  const Event& e = structure[event];
  switch (e.mode) {
    case Mode::Exclusive: return structure.cut_state(e.place);
    case Mode::Shared:
      return structure.is_counted(e.object) ? structure.cut_state(e.place)
                                            : structure[structure.exclusive_predecessor(event)].state;
    default: return 0;
  }
}

}  // namespace

std::string event_text(const EventStructure& structure, EventId event) {
  const Event& e = structure[event];
  return performed_text(structure.semantics(), e.operation, {e.outcome, e.mode}, state_before(structure, event));
}

}  // namespace qpor::engine
