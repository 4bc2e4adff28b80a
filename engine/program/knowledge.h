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
//  3. `slots` are sorted by slot, each slot once.
//  4. Only grows: learn() of anything is followed by a superset. So restarts come to an end.

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

/// A slot of memory that several threads would have, and the thread among them that has the best claim to it.
struct ClaimedSlot {
  std::uint32_t slot = 0;
  std::uint32_t ancestors = 0;  ///< of that thread
  std::uint64_t name = 0;       ///< Thread::name_hash

  bool operator==(const ClaimedSlot&) const = default;
  /// REQUIRES: both are to the same slot
  bool is_better_than(const ClaimedSlot& other) const {
    return ancestors != other.ancestors ? ancestors < other.ancestors : name < other.name;
  }
};

struct Knowledge {
  std::vector<SharedRange> ranges;
  std::vector<ObservedCount> counts;
  std::vector<ClaimedSlot> slots;
  std::uint32_t library_states = 0;  ///< a bit for each state of the library that several threads use
  bool orders_barriers = false;      ///< arrivals at a barrier are explored in every order

  bool operator==(const Knowledge&) const = default;

  // Each returns whether that was new.

  /// Makes these bytes a range, together with all ranges that have some of them. REQUIRES: size > 0
  bool learn(const SharedRange& range);
  bool learn(const ObservedCount& count);
  /// The better claim to the slot is kept.
  bool learn(const ClaimedSlot& claim);
  bool learn(const Knowledge& other);

  bool well_formed() const;
};

/// The first range that has one of those bytes, or null. Cost: O(log ranges).
const SharedRange* overlapping(const std::vector<SharedRange>& ranges, std::uint64_t begin, std::size_t size);
/// The claim to that slot, or null. Cost: O(log claims).
const ClaimedSlot* claim_of(const std::vector<ClaimedSlot>& claims, std::uint32_t slot);

}  // namespace qpor::engine
