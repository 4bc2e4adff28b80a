// Long lists of events at one place in an object's history, without those that C rules out. Each question for an
// alternative goes through such a list, and an event that was in conflict with C the last time mostly still is: with
// thousands of siblings (MPAT(6)) looking at each of them took five sixths of the exploration.
//
// An event that is known to be in conflict with an event o of C is set aside with o and comes back when o has left C.
// Nothing else could make it compatible: conflict between two events never ends.
//
// Invariants
//  1. `active` and the buckets of a view together hold the events of the list from `newest` on, each once.
//  2. `active` is in the order of the list, oldest first, so that searches go the same way as without views.
//  3. A view belongs to one generation of the structure: pruning ends it.
//
// Cost of a question: the events that are left, and one look at each distinct event that others were set aside with.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/unfolding/configuration.h"
#include "engine/unfolding/event_structure.h"

namespace qpor::engine {

/// Names a list: X events at a cut with reads, or right after an X event.
struct SiblingList {
  CutId cut = kNoCut;
  EventId exclusive = kNoEvent;

  std::uint64_t key() const { return std::uint64_t{index(exclusive)} << 32 | index(cut); }
};

class SiblingViews {
 public:
  /// A list of fewer than `long_list` events is faster gone through.
  SiblingViews(const EventStructure& structure, const Configuration& configuration, std::size_t long_list)
      : structure_(structure), configuration_(configuration), long_list_(long_list) {}

  std::size_t long_list() const { return long_list_; }

  /// A new question: C may have changed.
  void begin_question() { ++question_; }
  /// Asks for a view of that list from the next question on.
  void note_long(SiblingList list);
  /// Is there a view of it? Then `events` are those that C is not known to rule out, oldest first, until the next
  /// question or change of the structure.
  bool find(SiblingList list, std::span<const EventId>& events);

 private:
  struct Entry {
    std::uint32_t order;
    EventId event;
  };
  struct Bucket {
    EventId obstacle = kNoEvent;
    std::vector<Entry> entries;
  };
  struct View {
    SiblingList list;
    std::vector<Entry> active;
    std::vector<EventId> events;  // of `active`
    std::vector<Bucket> buckets;
    EventId newest = kNoEvent;
    std::uint32_t count = 0;
    std::uint64_t question = 0;  // in which it was brought up to date
  };

  EventId head_of(SiblingList list) const;
  void bring_up_to_date(View& view);
  void set_aside(View& view, EventId obstacle, Entry entry);
  void forget_if_pruned();

  const EventStructure& structure_;
  const Configuration& configuration_;
  const std::size_t long_list_;
  std::unordered_map<std::uint64_t, View> views_;
  std::vector<Entry> returned_;
  std::vector<Entry> merged_;
  std::uint64_t question_ = 0;
  std::uint64_t generation_ = 0;
};

}  // namespace qpor::engine
