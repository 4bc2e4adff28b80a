// C, the configuration that the exploration stands in: a trail of events in the order of their execution, with push
// and pop. Unlike the maps of single events it is kept flat, because there is only one. What the program's objects hold
// after it is the execution's (execution/execution.h).
//
// Invariants
//  1. The trail is a linear extension of a configuration: causally closed, free of conflict.
//  2. For each thread `last` is its last event of the trail; for each object `exclusive` and `reads` are the cut of the
//     trail.
//  3. pop undoes push exactly.
//
// Cost: push and pop O(1), plus the readers of the object when an X event ends a layer.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/program/ids.h"
#include "engine/program/semantics.h"
#include "engine/unfolding/event_structure.h"

namespace qpor::engine {

class Configuration {
 public:
  explicit Configuration(EventStructure& structure) : structure_(structure) {}

  const EventStructure& structure() const { return structure_; }
  std::size_t size() const { return trail_.size(); }
  bool empty() const { return trail_.empty(); }
  EventId operator[](std::size_t position) const { return trail_[position].event; }
  /// Sum of the events' hashes: the same for every linear extension, in every exploration.
  std::uint64_t hash() const { return hash_; }

  /// REQUIRES: [event) is in C, and event is not in conflict with C.
  void push(EventId event);
  EventId pop();

  EventId last_of_thread(ThreadId thread) const {
    return index(thread) < last_.size() ? last_[index(thread)] : kNoEvent;
  }
  CutView cut(ObjectId object) const {
    const ObjectNow& known = now(object);
    return {known.exclusive, known.reads, kNoEvent};
  }

  /// The event of `thread` doing `operation` next with that outcome. REQUIRES: it can; `causes` are those of a token.
  EventId next_event(ThreadId thread, OperationId operation, Outcome outcome, std::span<const EventId> causes);

  bool contains(EventId event) const { return structure_[event].is_in_configuration; }
  /// Is [event] in conflict with C? Looks at the events of [event] - C, which are few wherever the exploration spends
  /// its time: near the end of a trail.
  bool in_conflict_with(EventId event) const { return !has_way_to(event, Walk::Plain); }
  /// The same when all marked events are known to be compatible with C.
  bool unmarked_in_conflict_with(EventId event) const { return !has_way_to(event, Walk::StoppingAtMarks); }
  /// Is C + [event] a configuration without any unjustified event of D?
  bool can_avoid_disabled_to(EventId event) const { return has_way_to(event, Walk::AvoidingDisabled); }

  /// An event of C that is known to be in conflict with `event`, from a question about it before; or kNoEvent.
  EventId known_obstacle(EventId event) const {
    if (generation_ != structure_.generation() || index(event) >= walked_.size()) return kNoEvent;
    const std::uint32_t obstacle = walked_[index(event)].obstacle;
    if (obstacle == kNoIndex || (obstacle & kDisabledBit) != 0) return kNoEvent;
    const auto in_question = static_cast<EventId>(obstacle);
    return structure_[in_question].is_in_configuration ? in_question : kNoEvent;
  }

  /// Makes room for every thread and object that the program has shown. To be called before asking about new ones.
  void grow() {
    const Vocabulary& vocabulary = structure_.vocabulary();
    if (last_.size() < vocabulary.threads.size()) last_.resize(vocabulary.threads.size(), kNoEvent);
    while (objects_.size() < vocabulary.objects.size()) add_object();
  }
  std::size_t bytes() const { return trail_.capacity() * sizeof(Frame) + walked_.capacity() * sizeof(Walked); }
  bool well_formed() const;

 private:
  struct ObjectNow {
    EventId exclusive = kNoEvent;
    std::vector<EventId> reads;  // sorted by thread
  };
  struct Frame {
    EventId event = kNoEvent;
    EventId replaced = kNoEvent;    // X: the X before; R: the read of the same thread before, if any
    std::uint32_t saved_reads = 0;  // X: how many reads of the layer it ended are on the stack
  };

  enum class Walk : std::uint8_t { Plain, AvoidingDisabled, StoppingAtMarks };
  bool has_way_to(EventId event, Walk walk) const;
  bool is_still_blocked(EventId event, Walk walk) const;
  void note_counted(EventId event) const;
  bool joins_layers(EventId target) const;
  EventId opponent_of(EventId event) const;
  const ObjectNow& now(ObjectId object) const { return objects_[index(object)]; }
  void add_object();
  void push_access(const Event& event, Frame& frame);
  void pop_access(const Event& event, const Frame& frame);
  std::vector<EventId>::iterator read_of(ObjectNow& object, ThreadId thread);

  EventStructure& structure_;
  std::vector<Frame> trail_;
  std::vector<EventId> last_;  // by thread
  std::vector<ObjectNow> objects_;
  std::vector<EventId> saved_reads_;
  std::uint64_t hash_ = 0;
  // For has_way_to: the events still to be looked at; by event the walk that has seen it; and by event what stood in
  // its way the last time. The latter is the answer again as long as that one is still in C (or D).
  struct Walked {
    std::uint32_t walk = 0;
    std::uint32_t obstacle = kNoIndex;  // an event of C in conflict with it; with kDisabledBit: one of D below it
  };
  static constexpr std::uint32_t kDisabledBit = 1u << 31;
  mutable std::vector<EventId> stack_;
  mutable std::vector<Walked> walked_;
  mutable std::vector<ObjectId> counted_;  // counted atomics where the walk has met the layer of C
  mutable std::vector<EventId> layer_;
  // Wraps around after 2^32 walks, and then all events count as not seen. Debug builds begin shortly before that.
#ifdef NDEBUG
  static constexpr std::uint32_t kFirstWalk = 0;
#else
  static constexpr std::uint32_t kFirstWalk = 0xffffff80u;
#endif
  void begin_walk() const;
  mutable std::uint32_t walk_ = kFirstWalk;
  mutable std::uint64_t generation_ = 0;
};

}  // namespace qpor::engine
