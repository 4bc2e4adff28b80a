// Events as bytes (program/wire.h): a set of them with their histories, or the configuration that an exploration stands
// in with the alternative that it would take next. Read into another unfolding of the same program they are the same
// events there: same threads, operations, outcomes and causes, hence the same hashes.
//
// A message has the tables of wire_vocabulary.h, and then the events, causes first. Each says its thread, operation,
// outcome and mode, and its causes by how far they are behind it in the message:
//   X  the last X on its object, and the last R of each thread since      T  its other causes
//   R  the last X on its object                                           all  the predecessor in the thread
//
// Reading makes no event that could not be: it checks that the causes are the right ones for the operation and not in
// conflict with one another, that the event has seen all that they know of its object, and that the operation has that
// outcome there. In the end the hashes must be those that the events had where they were written; that they are not
// shows two processes that do not run the same program. When reading is refused half-way, events made till then stay in
// U: each of them could be, and the next pruning sweeps them.
//
// Cost: linear in the bytes, but for the test of each event's causes against each other.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/program/wire.h"
#include "engine/unfolding/event_structure.h"

namespace qpor::engine {

/// What is given to another worker: where to stand, and where to go from there.
struct Position {
  std::vector<EventId> trail;        ///< C, in the order of execution
  std::vector<EventId> alternative;  ///< J - C, in an order in which it can be executed

  bool operator==(const Position&) const = default;
};

/// The events together with everything below them.
std::string to_bytes(const EventStructure& structure, std::span<const EventId> events, const Fingerprint& program);
/// The same events in that order. REQUIRES: `vocabulary` is the one of the structure.
Received<std::vector<EventId>> events_in(std::string_view bytes, EventStructure& structure, Vocabulary& vocabulary,
                                         const Fingerprint& program);

/// REQUIRES: the trail with the alternative is the trail of a configuration.
std::string to_bytes(const EventStructure& structure, const Position& position, const Fingerprint& program);
/// A position for which that holds. REQUIRES: `vocabulary` is the one of the structure.
Received<Position> position_in(std::string_view bytes, EventStructure& structure, Vocabulary& vocabulary,
                               const Fingerprint& program);

/// Can these events be executed in that order from the beginning, and are all of them?
bool is_trail(const EventStructure& structure, std::span<const EventId> events);

}  // namespace qpor::engine
