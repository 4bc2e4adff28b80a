// Cuts: places in the history of one object. A cut is the last exclusive event x and, per thread, the last shared
// event since then; it stands for everything below these. An exclusive event takes place at a cut, and what an event
// knows of an object is a cut. Cuts are hash-consed, so "the same X and the same reads before it", half of the test
// for immediate conflict, compares two numbers.
//
// A cut without reads needs no record: its number is that of the event x (for mutexes there are no others). A cut with
// reads has a record here, and its number has the top bit set.
//
// Invariants
//  1. Equal (x, reads) have equal numbers.
//  2. Reads are sorted by thread index, one per thread, never empty in a record.
//  3. The records of one layer (same x) where some X event takes place are linked through `next_of_layer`, the newest
//     first. Most cuts are only what some event knows, and nobody looks for them.

#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/program/ids.h"

namespace qpor::engine {

enum class CutId : std::uint32_t {};
inline constexpr CutId kNoCut{kNoIndex};
inline constexpr std::uint32_t kRecordBit = 1u << 31;

constexpr bool has_reads(CutId cut) { return (index(cut) & kRecordBit) != 0; }
constexpr CutId cut_without_reads(EventId exclusive) { return static_cast<CutId>(index(exclusive)); }

struct CutRecord {
  EventId exclusive = kNoEvent;
  EventId first_child = kNoEvent;  ///< X events that take place here, newest first
  CutId next_of_layer = kNoCut;    ///< while free: next free record
  std::uint32_t reads_at = 0;      ///< in the pool
  std::uint32_t reads_count = 0;   ///< 0: the record is free
  bool is_marked = false;
  bool is_linked = false;     ///< in the list of its layer
  std::uint64_t hash = 0;     ///< canonical: built from the hashes of the events
  std::uint64_t threads = 0;  ///< which threads (modulo 64) have a read here: a filter for "contains this read"
  State state = 0;
};

class CutTable {
 public:
  CutTable();

  CutRecord& operator[](CutId cut) { return records_[slot_of(cut)]; }
  const CutRecord& operator[](CutId cut) const { return records_[slot_of(cut)]; }

  std::span<const EventId> reads(CutId cut) const {
    if (!has_reads(cut)) return {};
    const CutRecord& record = (*this)[cut];
    return {pool_.data() + record.reads_at, record.reads_count};
  }

  /// The cut with these reads, or kNoCut. REQUIRES: reads sorted, not empty; hash as in the record.
  CutId find(EventId exclusive, std::span<const EventId> reads, std::uint64_t hash) const;
  /// REQUIRES: find(...) == kNoCut. `reads` must not point into this table.
  CutId add(EventId exclusive, std::span<const EventId> reads, std::uint64_t hash);

  void mark(CutId cut) {
    if (has_reads(cut)) (*this)[cut].is_marked = true;
  }
  /// Frees every unmarked record; calls freed(cut) before each. Links between records are the caller's business.
  void sweep();
  bool is_free(CutId cut) const { return (*this)[cut].reads_count == 0; }

  std::size_t size() const { return live_; }
  std::size_t bytes() const;

 private:
  static std::size_t slot_of(CutId cut) {
    assert(has_reads(cut) && cut != kNoCut);
    return index(cut) & ~kRecordBit;
  }
  void grow();
  void put(CutId cut);

  std::vector<CutRecord> records_;
  std::vector<EventId> pool_;
  std::vector<std::vector<std::uint32_t>> free_reads_;  // by length: free places in the pool
  CutId free_record_ = kNoCut;
  std::vector<CutId> slots_;  // open addressing, power of two
  std::size_t live_ = 0;
};

}  // namespace qpor::engine
