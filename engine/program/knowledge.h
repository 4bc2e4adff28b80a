// Knowledge: what explorations of a program have learnt about it, so that the next one explores it finely enough. An
// executor finds it out while it runs the program and ends the exploration (Interruption::Kind::Restart); the driver
// restarts it with the grown value. A larger Knowledge makes more of what the program does operations, or operations
// that are told more apart: it is never wrong to know more than necessary, only slow.
//
// A plain value: addresses are numbers in the memory of the program under test, the same in every process that links
// the same program at the same place. What the members mean is the executor's business; a model needs none of them.
//
// Invariants
//  1. `ranges` do not overlap and are sorted by address.
//  2. `counts` are sorted by type, each type once.
//  3. Only grows: learn() of anything is followed by a superset. So restarts come to an end.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace qpor::engine {

/// Bytes that are one object: atomic accesses of several sizes share them, or plain accesses race for them.
struct SharedRange {
  std::uint64_t begin = 0;
  std::size_t size = 0;
  bool is_in_block = false;  ///< some access of it is made within an atomic block

  std::uint64_t end() const { return begin + size; }
  bool operator==(const SharedRange&) const = default;
};

/// A type of reference counts that are operations, or a place of the program's code that counts.
struct ObservedCount {
  std::uint64_t type = 0;      ///< the address of its virtual table, or of the place
  bool has_weak_uses = false;  ///< weak references as well
  bool is_plain = false;       ///< the place: what it counts does not commute, but is an atomic like any other

  bool operator==(const ObservedCount&) const = default;
};

struct Knowledge {
  std::vector<SharedRange> ranges;
  std::vector<ObservedCount> counts;
  std::uint32_t library_states = 0;  ///< a bit for each state of the library that several threads use
  bool orders_barriers = false;      ///< arrivals at a barrier are explored in every order

  bool operator==(const Knowledge&) const = default;

  // Each returns whether that was new.

  /// Makes these bytes a range, together with all ranges that have some of them. REQUIRES: size > 0
  bool learn(const SharedRange& range);
  bool learn(const ObservedCount& count);
  bool learn(const Knowledge& other);

  bool well_formed() const;
};

/// The first range that has one of those bytes, or null. Cost: O(log ranges).
const SharedRange* overlapping(const std::vector<SharedRange>& ranges, std::uint64_t begin, std::size_t size);

}  // namespace qpor::engine
