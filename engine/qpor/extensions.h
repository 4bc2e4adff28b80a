// Conflicting extensions [QPOR Alg. 1 l. 4, Sec. 5.3]: events that could happen after a part of a configuration C and
// conflict with the rest of it. For every event of C, and for every operation that is pending when C is maximal, the
// operation is tried at the earlier places of its object's history.
//
// This is a subset of cex(C), in three ways.
//  1. Going down the X chain from where the operation took place (or from the end of the chain, if it is pending), only
//  the
//     nearest place where it is possible is tried. Why that suffices: let f be in immediate conflict with an event d of
//     C and compatible with what C held before d. From C + d + [f) run on, avoiding D, only until the operation of f is
//     possible. If that happens, the configuration in which it is then done is explored while d is in C, and
//     going down from there no place is possible before that of d is reached, where the operation is f. If it never
//     happens, the operation stays pending, and the same holds from the end of the chain. Trying every place, as the
//     paper does, makes n^2/2 events of n threads at one lock.
//  2. At a place the reads are those that the X event of C saw there.
//  3. Where the event itself happened, its maximal reads are left out one by one. By the argument of 1 the read d comes
//     last when the operation of f is done right after C + d + [f).
// It keeps k = infinity optimal, and was validated against exhaustive enumeration (tests/engine/explore_fuzz_test.cc).
//
// Where else we depart from the paper: its cexp looks at executed events only, which loses traces when a lock attempt
// blocks for ever; its l. 21 wants <= for <; and extensions are needed at maximal configurations only.
//
// Cost per operation: the length of the X chain down to the nearest place where the operation is possible and the
// thread has no part in what is there, at most to what its predecessor knows of the object; plus the reads of the
// event's own layer. A write lock tries every causally closed set of the reads of a layer, which is exponential in the
// readers of one layer: it breaks the second rule of semantics.h. So does an operation that waits for a value of a
// counted atomic.

#pragma once

#include <cstdint>
#include <vector>

#include "engine/unfolding/configuration.h"
#include "engine/unfolding/event_structure.h"

namespace qpor::engine {

class Extensions {
 public:
  Extensions(EventStructure& structure, const Configuration& configuration)
      : structure_(structure), configuration_(configuration) {}

  /// Adds to U the conflicting extensions on account of `event`. REQUIRES: it is in C.
  void of_event(EventId event);
  /// Adds those on account of an operation that `thread` has not been able to do in C.
  void of_pending(ThreadId thread, OperationId operation);

  std::uint64_t tried() const { return tried_; }

 private:
  /// One operation to be placed elsewhere.
  struct Attempt {
    ThreadId thread;
    OperationId operation;
    EventId after;  ///< its thread predecessor, or kNoEvent
  };

  /// May it be possible after a part of a layer and not after more of it?
  bool tries_every_part(const Operation& operation) const {
    return operation.kind == OperationKind::WriteLock || (operation.has_unless && is_counting(operation));
  }
  bool is_counting(const Operation& operation) const;
  bool is_free_of_future(EventId event, const Attempt& attempt) const;
  void walk_down(const Attempt& attempt, EventId from);
  void at_cut(const Attempt& attempt, CutId cut);
  void exclusive_outcomes_at(const Attempt& attempt, CutId cut);
  void without_each_read(const Attempt& attempt, EventId event);
  void with_every_closed_reads(const Attempt& attempt, EventId exclusive, std::span<const EventId> reads);
  void layer_reads(EventId exclusive, std::span<const EventId> maxima, std::vector<EventId>& out) const;
  EventId known_exclusive(const Attempt& attempt) const;
  void add(const Attempt& attempt, Outcome outcome, CutId place);

  EventStructure& structure_;
  const Configuration& configuration_;
  Outcomes outcomes_;
  std::vector<EventId> layer_;
  std::vector<EventId> subset_;
  std::vector<EventId> members_;
  std::uint64_t tried_ = 0;
};

}  // namespace qpor::engine
