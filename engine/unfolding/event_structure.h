// U, the part of the unfolding that has been discovered: a prime event structure [QPOR Def. 1] whose events are
// interned by their canonical names, with a tree per thread and a tree per object for causality and conflict
// [QPOR 5.1-5.3]. In the data's journey it stands between the actions of a run and everything the algorithms ask.
//
// The paper has a lock tree per mutex. Here every object has one: its exclusive (X) events form a tree, and shared (R)
// events are leaves on it. X-R and X-X on one object are dependent, R-R are not; a mutex has X events only.
//
// Name of an event: thread, operation, outcome, mode, thread predecessor, and
//   X  the cut where it takes place: the last X and the last R per thread since, in its history
//   R  the last X in its history
//   T  its other causes (the create of a start, the exit of a join, the signal of a wake, the arrivals of a leave)
//
// Invariants
//  1. Same name, same event; every cause of an event is in U (U is causally closed).
//  2. `hash` is a function of the canonical name only: the same event has the same hash in every exploration.
//  3. thread_tree: parent = thread predecessor. object_tree: parent of an X or R event = the last X before it, or the
//     object's bottom event; only X events and bottoms have children.
//  4. `threads` maps t to the last event of t in the history; the event itself is not in it, and its own thread's entry
//     may be stale. `objects` maps o to the cut of the history; likewise for an X or R event's own object.
//     Leaving the event itself out lets an unlock share both maps with its lock, and a local event with its
//     predecessor. `objects` is found out when it is first asked for, and of most events nobody asks: kUnknown till
//     then.
//
// Cost: causality O(log depth); conflict O(common objects * (log depth + readers)), where parts of the maps that are
// shared are skipped; interning a known event O(1) + its reads.
// Limits, asserted: 2^31 - 1 events and as many cuts.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <boost/container/static_vector.hpp>

#include "engine/program/canonical_names.h"
#include "engine/program/ids.h"
#include "engine/program/operation.h"
#include "engine/program/semantics.h"
#include "engine/unfolding/cuts.h"
#include "engine/unfolding/persistent_maps.h"
#include "engine/unfolding/stable_layer.h"
#include "trees/skip_tree.h"

namespace qpor::engine {

struct Event {
  static constexpr PersistentMaps::Ref kUnknown = kNoIndex;

  std::uint64_t hash = 0;
  State state = 0;  ///< X: of the object afterwards. R: what this thread's reads of the layer add to it, if they do.
  ThreadId thread = kNoThread;
  OperationId operation = kNoOperation;
  ObjectId object = kNoObject;
  std::int32_t outcome = kPlainOutcome;
  CutId place = kNoCut;  ///< X: where it takes place. R: the cut that its history knows of. T: see causes().
  PersistentMaps::Ref threads = PersistentMaps::kEmptyMap;
  PersistentMaps::Ref objects = kUnknown;  ///< to be read by EventStructure::objects_of
  EventId first_exclusive = kNoEvent;      ///< X, bottom: X events at the cut of this event without reads, newest first
  EventId first_shared = kNoEvent;         ///< X, bottom: R events of the layer of this event, newest first
  CutId first_cut = kNoCut;         ///< X, bottom: cuts with reads of this layer where X events are, newest first
  EventId next_sibling = kNoEvent;  ///< in the list of children where this event stands; while free: next free
  Mode mode = Mode::Local;
  bool is_live : 1 = false;
  bool is_marked : 1 = false;            ///< by pruning
  bool is_in_configuration : 1 = false;  ///< kept by Configuration
  bool is_asleep : 1 = false;            ///< kept by Disabled: in D, and not justified
};
static_assert(sizeof(Event) <= 64, "an event fills one cache line");

/// What a history knows of one object, without making a cut of it. `exclusive` is kNoEvent when it knows nothing.
struct CutView {
  EventId exclusive = kNoEvent;
  std::span<const EventId> reads;
  EventId newest = kNoEvent;  ///< one more read, which replaces that of its thread in `reads`
};

/// The canonical name of an event.
struct Name {
  ThreadId thread = kNoThread;
  OperationId operation = kNoOperation;
  Outcome outcome;
  EventId thread_predecessor = kNoEvent;
  CutId place = kNoCut;               ///< X and R
  std::span<const EventId> causes{};  ///< T
};

class EventStructure {
 public:
  /// `graft_always`: histories are grafted even where merging their maps is faster.
  EventStructure(Semantics& semantics, unsigned skip_step, bool graft_always = false);

  // --- growing U
  /// The bottom event of an object, made when first asked for.
  EventId bottom(ObjectId object);
  /// The cut (exclusive, reads). REQUIRES: reads sorted by thread, all R events of that layer; may point into this.
  CutId intern_cut(EventId exclusive, std::span<const EventId> reads);
  /// Where an R event after `thread_predecessor` stands in the layer of `exclusive`: what its history knows of it.
  CutId shared_place(EventId thread_predecessor, EventId exclusive);
  /// The event of that name, made when it is new.
  EventId intern(const Name& name);

  // --- what an event is
  const Event& operator[](EventId event) const { return events_[index(event)]; }
  const Operation& operation(EventId event) const { return vocabulary().operations[(*this)[event].operation]; }
  const Vocabulary& vocabulary() const { return semantics_.vocabulary(); }
  Semantics& semantics() { return semantics_; }
  const Semantics& semantics() const { return semantics_; }
  /// The thread predecessor, or kNoEvent.
  EventId thread_predecessor(EventId event) const { return static_cast<EventId>(thread_tree_.parent(index(event))); }
  /// Number of predecessors in its thread.
  std::uint32_t thread_depth(EventId event) const { return thread_tree_.depth(index(event)); }
  /// The last X before an X or R event. REQUIRES: mode X or R.
  EventId exclusive_predecessor(EventId event) const { return static_cast<EventId>(object_tree_.parent(index(event))); }
  /// Number of X events below an X event; one more than its X predecessor for R.
  std::uint32_t object_depth(EventId event) const { return object_tree_.depth(index(event)); }
  /// The X event (or bottom) with that depth on the way from the bottom to an X event.
  EventId exclusive_ancestor(EventId event, std::uint32_t depth) const {
    return static_cast<EventId>(object_tree_.ancestor_at(index(event), depth));
  }
  /// Causes of a token besides the thread predecessor.
  std::span<const EventId> causes(EventId event) const;
  /// Calls visit(cause) for a set of causes whose local configurations make up the history of the event.
  template <class Visit>
  void for_each_cause(EventId event, Visit&& visit) const;

  // --- cuts
  EventId cut_exclusive(CutId cut) const {
    return has_reads(cut) ? cuts_[cut].exclusive : static_cast<EventId>(index(cut));
  }
  std::span<const EventId> cut_reads(CutId cut) const { return cuts_.reads(cut); }
  State cut_state(CutId cut) const { return has_reads(cut) ? cuts_[cut].state : events_[index(cut)].state; }
  const CutRecord& cut_record(CutId cut) const { return cuts_[cut]; }

  // --- causality.cc
  /// The last event of that thread in [event], or kNoEvent.
  EventId last_of_thread(EventId event, ThreadId thread) const {
    const Event& e = (*this)[event];
    return e.thread == thread ? event : static_cast<EventId>(maps_.lookup(e.threads, index(thread)));
  }
  /// What [event] knows of the object.
  CutView known_cut(EventId event, ObjectId object) const;
  /// e <= f.
  bool is_below(EventId e, EventId f) const {
    const EventId last = last_of_thread(f, (*this)[e].thread);
    return last != kNoEvent && thread_tree_.is_ancestor_of(index(e), index(last));
  }
  /// Is `read` among these reads, itself or a later one of its thread? REQUIRES: no conflict between them.
  bool holds_read(std::span<const EventId> reads, EventId read) const;
  bool holds_all(std::span<const EventId> reads, std::span<const EventId> wanted) const;

  // --- counted.cc: atomics that are counted (stable_layer.h)
  /// From now on no atomic is counted: operations that change one are exclusive.
  void count_nothing() { counts_ = false; }
  bool has_counts() const { return !counted_.empty(); }
  bool is_counted(ObjectId object) const { return has_counts() && count_bytes(object) != 0; }
  /// In the order of discovery.
  std::span<const ObjectId> counted() const { return counted_; }
  /// The event of the same thread before this one in its layer, or kNoEvent. REQUIRES: mode R
  EventId previous_of_layer(EventId event) const;
  /// Makes those of the outcomes exclusive with which the operation of `thread`, after `after`, would make the layer
  /// of `exclusive` with these last events unstable. REQUIRES: the object is counted, or the operation counts.
  void settle_modes(ThreadId thread, EventId after, const Operation& operation, EventId exclusive,
                    std::span<const EventId> last, Outcomes& outcomes) const;
  /// The value of a counted atomic after an X event, or its first one.
  std::int64_t count_after(EventId exclusive) const;
  /// Can it have these values, without wrapping around?
  bool are_counts(ObjectId object, std::int64_t lowest, std::int64_t highest) const {
    return StableLayer::are_counts(count_bytes(object), lowest, highest);
  }
  /// REQUIRES: the layer of `exclusive` is one of a counted object
  bool is_stable(EventId exclusive, std::span<const EventId> last) const;
  /// Puts the shared events of a view into a list of the same layer: the last of each thread, by thread.
  void merge_reads(std::vector<EventId>& last, const CutView& view) const;
  void merge_read(std::vector<EventId>& last, EventId read) const;

  // --- conflict.cc
  bool in_conflict(EventId e, EventId f) const;
  /// Conflict of two histories as far as one object shows it.
  bool cuts_in_conflict(const CutView& a, const CutView& b) const;
  /// Conflict of [e] and [f] on some object, where the objects of e and f themselves may be left out.
  bool in_conflict_elsewhere(EventId e, EventId f) const;
  /// Visits each (object, CutView) of [event] until visit returns true; tells whether it did.
  template <class Visit>
  bool any_cut(EventId event, Visit&& visit) const;

  // --- immediate_conflict.cc
  /// Are e and f in conflict, but neither with the other's history [QPOR Sec. 2]?
  bool in_immediate_conflict(EventId e, EventId f) const;
  /// Is there any other event in the layer of an X or R event that might be in conflict with it?
  bool has_rival(EventId event) const;

  // --- flags that other parts keep in the events
  void set_in_configuration(EventId event, bool value) { at(event).is_in_configuration = value; }
  void set_asleep(EventId event, bool value) { at(event).is_asleep = value; }

  // --- pruning (prune.cc says what to keep)
  void unmark_all();
  /// Marks [event].
  void mark_local_configuration(EventId event);
  /// Removes every event that is not marked. REQUIRES: the marked ones are causally closed. Returns how many went.
  std::size_t sweep();
  /// Grows with each sweep: numbers of events and cuts kept elsewhere are void when it has.
  std::uint64_t generation() const { return generation_; }

  // --- figures
  std::size_t size() const { return live_; }                ///< events in U, bottoms not counted
  std::uint64_t discovered() const { return discovered_; }  ///< events ever made
  std::size_t id_bound() const { return events_.size(); }
  std::size_t bytes() const;  ///< memory held
  const trees::SkipTree& thread_tree() const { return thread_tree_; }
  const trees::SkipTree& object_tree() const { return object_tree_; }
  bool well_formed() const;  ///< recomputes the numbered invariants naively

 private:
  static constexpr std::uint32_t kListBit = 1u << 31;

  Event& at(EventId event) { return events_[index(event)]; }
  std::uint64_t name_hash(const Name& name);
  bool has_name(EventId event, const Name& name) const;
  EventId allocate();
  EventId make(const Name& name, std::uint64_t hash);
  void know_threads(EventId event);
  void know_objects(EventId event);
  void know_objects_below(EventId event);
  template <class Including, class Add, class Combine>
  PersistentMaps::Ref known_of_causes(EventId event, bool grafts, Including&& including, Add&& add, Combine&& combine);
  /// What [event] knows of objects, its own access left out. Makes maps, and cuts: spans of reads may not outlive it.
  PersistentMaps::Ref objects_of(EventId event) const {
    const PersistentMaps::Ref known = (*this)[event].objects;
    if (known != Event::kUnknown) return known;
    const_cast<EventStructure*>(this)->know_objects_below(event);  // a part of U that was put off, no change of it
    return (*this)[event].objects;
  }
  template <class Visit>
  void for_each_new_cause(EventId event, Visit&& visit) const;
  using Graft = boost::container::static_vector<EventId, 8>;
  bool is_graft(EventId stock, EventId grafted, Graft& added) const;
  PersistentMaps::Ref threads_including(EventId event);
  PersistentMaps::Ref objects_including(EventId event, ObjectId except);
  CutId own_cut(EventId event);
  std::uint32_t combine_threads(std::uint32_t a, std::uint32_t b) const;
  std::uint32_t combine_cuts(std::uint32_t a, std::uint32_t b);
  unsigned count_bytes(ObjectId object) const {
    return index(object) < count_bytes_.size() ? count_bytes_[index(object)] : 0;
  }
  void note_count(const Operation& operation);
  State state_with_reads(EventId exclusive, std::span<const EventId> reads);
  void put_in_table(EventId event);
  void grow_table();
  /// The object of an X or R event, else kNoObject.
  ObjectId accessed(EventId event) const {
    const Event& e = (*this)[event];
    return e.mode == Mode::Exclusive || e.mode == Mode::Shared ? e.object : kNoObject;
  }
  void keep_live_children(EventId* link);
  void release(EventId event);

  Semantics& semantics_;
  CanonicalNames names_;
  const bool graft_always_;
  std::vector<Event> events_;
  trees::SkipTree thread_tree_;
  trees::SkipTree object_tree_;
  PersistentMaps maps_;
  CutTable cuts_;
  std::vector<EventId> bottoms_;             // by object
  std::vector<EventId> slots_;               // hash table of the live events, open addressing, power of two
  std::vector<std::vector<EventId>> lists_;  // causes of tokens that have several
  std::vector<std::uint32_t> free_lists_;
  std::vector<EventId> scratch_;
  std::vector<EventId> new_causes_;
  std::vector<PersistentMaps::Ref> known_;
  std::vector<EventId> unknown_;
  std::vector<EventId> stack_;
  bool counts_ = true;
  std::vector<ObjectId> counted_;
  std::vector<std::uint8_t> count_bytes_;  // by object: size of an atomic that is counted, else 0
  mutable StableLayer stable_layer_;
  mutable std::vector<EventId> layer_;
  EventId free_ = kNoEvent;
  std::size_t live_ = 0;
  std::uint64_t discovered_ = 0;
  std::uint64_t generation_ = 0;
};

template <class Visit>
void EventStructure::for_each_cause(EventId event, Visit&& visit) const {
  const Event& e = (*this)[event];
  if (const EventId previous = thread_predecessor(event); previous != kNoEvent) visit(previous);
  switch (e.mode) {
    case Mode::Bottom:
    case Mode::Local: break;
    case Mode::Token:
      for (const EventId cause : causes(event)) visit(cause);
      break;
    case Mode::Exclusive:
      for (const EventId read : cut_reads(e.place)) visit(read);
      [[fallthrough]];
    case Mode::Shared:
      if (const EventId x = exclusive_predecessor(event); (*this)[x].mode != Mode::Bottom) visit(x);
      break;
  }
}

template <class Visit>
bool EventStructure::any_cut(EventId event, Visit&& visit) const {
  objects_of(event);  // before there are views of cuts
  const Event& e = (*this)[event];
  const bool is_access = e.mode == Mode::Exclusive || e.mode == Mode::Shared;
  if (is_access && visit(e.object, known_cut(event, e.object))) return true;
  bool found = false;
  maps_.for_each(objects_of(event), [&](std::uint32_t key, std::uint32_t value) {
    const auto object = static_cast<ObjectId>(key);
    if (found || (is_access && object == e.object)) return;
    const auto cut = static_cast<CutId>(value);
    found = visit(object, CutView{cut_exclusive(cut), cut_reads(cut), kNoEvent});
  });
  return found;
}

}  // namespace qpor::engine
