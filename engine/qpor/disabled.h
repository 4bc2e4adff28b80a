// D, the events that the exploration has dealt with and must avoid [QPOR Alg. 1]. An event d of D is *justified* once C
// holds an event in conflict with it: then no extension of C can contain d, and d needs no more attention. The
// unjustified ones are all enabled in C; they are the sleep set.
//
// Invariants
//  1. Entries are in the order of the trail depth at which they were put in, and none is deeper than the trail.
//  2. An entry is justified at position p iff the event at position p of the trail is the first one that depends on it.
//  3. `unjustified` lists exactly the entries that are not justified, oldest first; so does the sleep set.
//
// Cost: push of an event O(unjustified), which are at most one per thread and outcome.

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "engine/execution/sleep_set.h"
#include "engine/unfolding/configuration.h"
#include "engine/unfolding/event_structure.h"

namespace qpor::engine {

class Disabled {
 public:
  /// REQUIRES: all outlive this. `sleep_set` is filled from here alone.
  Disabled(EventStructure& structure, const Configuration& configuration, SleepSet& sleep_set)
      : structure_(structure), configuration_(configuration), sleep_set_(sleep_set) {}

  /// Adds an event that was popped from a trail which now has `depth` events. REQUIRES: mode X or R, enabled.
  void add(EventId event, std::size_t depth);
  /// Takes the last one away again. REQUIRES: it is not justified.
  void remove_last();

  /// To be called when the event at `position` of the trail is about to be pushed, and when it has been popped.
  void event_pushed(EventId event, std::size_t position);
  void event_popped(std::size_t position);

  /// Oldest first.
  std::span<const EventId> unjustified() const { return unjustified_; }
  std::size_t size() const { return entries_.size(); }
  EventId operator[](std::size_t i) const { return entries_[i].event; }
  std::size_t depth(std::size_t i) const { return entries_[i].depth; }

  bool well_formed() const;

 private:
  static constexpr std::size_t kUnjustified = std::numeric_limits<std::size_t>::max();
  struct Entry {
    EventId event;
    std::size_t depth;
    std::size_t justified_at = kUnjustified;
  };
  struct Justified {
    std::size_t position;
    std::uint32_t entry;
  };

  bool are_dependent(EventId d, EventId e) const;
  void list(std::uint32_t entry);
  void unlist(std::size_t place);

  EventStructure& structure_;
  const Configuration& configuration_;
  SleepSet& sleep_set_;
  mutable std::vector<EventId> layer_;
  std::vector<Entry> entries_;
  std::vector<EventId> unjustified_;
  std::vector<std::uint32_t> unjustified_entries_;  // parallel to unjustified_
  std::vector<Justified> justified_;                // in the order of position
};

}  // namespace qpor::engine
