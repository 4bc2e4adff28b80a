// Groups: sets of events of a layer that rule out an event together. Where conflict is not binary (stable_layer.h) an
// event d of D, of a layer where C is, can be answered not only by an event in conflict with it, but also by a set g of
// known events of that layer such that C + [g] is a configuration that avoids D, and C's layer with [g] and d is not
// stable. Spikes of the comb hold both (alternative.h).
//
// The search takes the threads of the layer one by one, each with one of its events or none, and goes no further where
// the bounds of stable_layer.h, with all that may still come, leave every member safe. (In bounds that do not look at
// what is below a member, so they are wider.)
//
// `Consistency` is the other half: whether events that are pairwise compatible, and each with C, are so all together.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/unfolding/configuration.h"
#include "engine/unfolding/event_structure.h"

namespace qpor::engine {

class Consistency {
 public:
  Consistency(const EventStructure& structure, const Configuration& configuration)
      : structure_(structure), configuration_(configuration) {}

  /// Are all layers of C + [chosen] + [candidate] stable? REQUIRES: those of C + [chosen] are; the events are pairwise
  /// compatible, and each with C.
  bool admits(std::span<const EventId> chosen, EventId candidate) const;
  /// Is C + [events] + u inconsistent because of the layer of u? REQUIRES: u is R on a counted atomic and enabled in C.
  bool rule_out_together(std::span<const EventId> events, EventId u) const;

 private:
  const EventStructure& structure_;
  const Configuration& configuration_;
  mutable std::vector<EventId> layer_;
};

class Groups {
 public:
  Groups(const EventStructure& structure, const Configuration& configuration)
      : structure_(structure), configuration_(configuration), consistency_(structure, configuration) {}

  using Group = std::vector<EventId>;

  /// Appends the groups of d: at least every minimal one. REQUIRES: d is R on a counted atomic, in D, enabled in C.
  void find(EventId d, std::vector<Group>& out);

 private:
  /// How the members of one thread may change the value, and what they are told.
  struct Range {
    struct Tested {
      CountEffect effect;
      std::int64_t before;  ///< changes of its thread before it
      bool operator==(const Tested&) const = default;
    };
    std::int64_t least = 0;
    std::int64_t greatest = 0;
    std::vector<Tested> tests;
  };
  /// The events that one thread may contribute.
  struct Contributor {
    ThreadId thread;
    std::vector<EventId> events;
    Range range;
  };

  void collect(EventId d);
  void search(std::size_t contributor, std::vector<Group>& out);
  bool may_become_unstable(std::size_t contributor);
  bool adds_only_later_threads(EventId f, std::size_t contributor) const;
  void add_to_range(Range& range, EventId last) const;
  bool is_known(const std::vector<Group>& groups) const;

  const EventStructure& structure_;
  const Configuration& configuration_;
  Consistency consistency_;
  EventId d_ = kNoEvent;
  std::vector<Contributor> contributors_;
  std::size_t first_found_ = 0;
  Group chosen_;
  std::vector<EventId> layer_;
  std::vector<Range> ranges_;
};

}  // namespace qpor::engine
