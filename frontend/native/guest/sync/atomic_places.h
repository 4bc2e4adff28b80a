// Which object of the engine an atomic access is about, and with which value that object began.
//
// An atomic comes to be by plain stores: an initialiser, a constructor, memory that was used for something else. So one
// place may hold many atomics, one after the other. A record of a place says how many there were (its life), what the
// present one began with, and what the last atomic operation left there. When an access is announced and the memory
// holds something else than that, a plain store has been here since: the next life begins, with what is there now. An
// object is then an address, a size, a life, and a first value.
//
// That is a function of what happened before the access, as the engine needs it, if the program has no data race: a
// plain store of the place is then ordered with every access of it. Those before it are done when it is made, and those
// after it are announced when it has been made, for what orders them is an earlier operation of their thread. So all
// accesses between two plain stores see the same life. A store that leaves the value as it was goes unnoticed, in all
// executions alike, and only orders more than need be.
//
// If there is a race after all, the engine's value may not be what the memory holds, or a life begins while another
// thread stands before an access in an earlier one. Then, and wherever the engine cannot follow the value, the bytes
// become a unit (units.h): an object that counts its writes. So do bytes that two atomics of different extent share,
// unless one of them is found to be overwritten, which ends its life.
//
// The table changes during a run. Every change is noted in a journal, and going back undoes them from the last one on.
// All is memory of the host that is grown on the stack of the program, where operator new would give other memory.
//
// Invariants
//  1. Records are in the lists of all granules of 16 bytes that they touch; newer nodes come first in each list.
//  2. Undoing the journal to a length gives the table as it was when it had that length.
//
// Cost: O(1) for each access.

#pragma once

#include <cstddef>
#include <cstdint>

#include "frontend/native/guest/host_array.h"
#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

/// What the bytes hold, in 64 bits: zero-extended, or a hash when there are more than 8; then different bytes may give
/// the same, with a chance of 2^-64.
std::uint64_t atomic_value(const volatile void* place, std::size_t size);
/// The same of a value given in two words; `size` at most 16.
std::uint64_t atomic_value(std::uint64_t low, std::uint64_t high, std::size_t size);

struct AtomicRecord {
  Address address = 0;
  std::uint32_t size = 0;
  std::uint32_t life = 0;
  std::uint64_t initial = 0;
  std::uint64_t last = 0;
  bool is_over = false;  ///< the bytes were used for something else

  Address end() const { return address + size; }
  /// In its present life?
  bool is_current() const;
};

class AtomicPlaces {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  /// The record of an access that is being announced, in the life that it is about; kNone when the bytes are shared
  /// with a record of another extent, which is then `other`.
  std::uint32_t announce(Address address, std::uint32_t size, AtomicRecord& other);
  /// The current record that begins there, of whatever size; kNone when there is not just one.
  std::uint32_t beginning_at(Address address) const;
  const AtomicRecord& operator[](std::uint32_t record) const { return records_[record]; }
  /// An atomic operation leaves that value.
  void leave(std::uint32_t record, std::uint64_t value);

  std::size_t journal_size() const { return journal_.size(); }
  /// REQUIRES: size <= journal_size()
  void undo_to(std::size_t size);

 private:
  struct Node {
    Address granule;
    std::uint32_t record;
    std::uint32_t next;
  };
  struct Change {
    std::uint32_t record;
    bool is_new;
    AtomicRecord before;
  };

  std::size_t bucket(Address granule) const;
  void change(std::uint32_t record, const AtomicRecord& now);
  std::uint32_t add(const AtomicRecord& record);
  void add_node(Address granule, std::uint32_t record);
  void link(std::uint32_t node);
  template <class Visit>
  void for_each_overlapping(Address address, std::uint32_t size, Visit&& visit) const;

  HostArray<AtomicRecord> records_;
  HostArray<Node> nodes_;
  HostArray<std::uint32_t> heads_;  ///< of lists of nodes; a power of two
  HostArray<Change> journal_;
};

}  // namespace qpor::frontend::native
