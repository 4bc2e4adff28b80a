// Shadow memory: for every 8 bytes of the program under test a cell that says which segments of the execution accessed
// them last. A segment is what a thread does between two of its visible operations; it is known by its number, one more
// than the number of the step that began it (accesses.h). The instrumented code compares a cell with the word of the
// current segment inline (instrument_memory.h), and calls the slow path when they differ.
//
// The cell of an address is at twice the address: the program's memory lies between 2^45 and 2^46, where a shadow of
// that kind finds room behind it.
//
// A word of a cell, for the writes and another for the reads:
//   0                                      none known
//   segment << 9 | is atomic << 8 | bytes  of those of the 8 bytes whose bits are set, perhaps with one of
//     kUseBit                              by an operation on a primitive that has not been destroyed since
//     kLateBit                             somewhere in the segment, though it is atomic
//   kListBit | place                       several such words, in the arena of lists; only for the writes
//   kAskBit | any of them                  as before, but every access has to ask first; both words have it or none
//   kAskBit | kStackBit | ...              no access is allowed: a red zone, or a local that is gone (stack_marks.h)
// Where there are more reads than one, the last one has the word for it, so that it is known inline to its own segment,
// and the others are in the list of the writes, with kReadBit.
//
// Invariants
//  1. Of the plain writes in a cell no two have a byte in common.
//  2. Undoing the journal down to a mark brings back what all cells were at that time. A cell's old words are in the
//     journal before its first change since the last mark.
//
// Cost: 2 bytes of address space per byte, of memory for what is accessed; 24 bytes of journal for each cell, or row of
// alike ones, that changes between two checkpoints. Measured figures: docs/performance.md.

#pragma once

#include <smmintrin.h>

#include <cstddef>
#include <cstdint>

#include "frontend/native/guest/host_array.h"
#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

struct Cell {
  std::uint64_t write = 0;
  std::uint64_t read = 0;

  bool operator==(const Cell&) const = default;
};

inline constexpr Address kCellSize = 8;  ///< so many bytes of the program have one cell
inline constexpr std::uint64_t kListBit = std::uint64_t{1} << 63;
inline constexpr std::uint64_t kAskBit = std::uint64_t{1} << 62;
inline constexpr std::uint64_t kReadBit = std::uint64_t{1} << 61;  ///< in lists only
inline constexpr std::uint64_t kUseBit = std::uint64_t{1} << 60;
inline constexpr std::uint64_t kLateBit = std::uint64_t{1} << 59;
inline constexpr std::uint64_t kDoubtfulBit = std::uint64_t{1}
                                              << 58;                ///< a read that the program perhaps does not make
inline constexpr std::uint64_t kStackBit = std::uint64_t{1} << 57;  ///< in the word for the writes only
inline constexpr std::uint64_t kBytes = 0xff;
inline constexpr std::uint64_t kAtomicBit = 0x100;
inline constexpr unsigned kSegmentShift = 9;
/// Of a word: what says a segment, or the place of a list. The bits above are flags.
inline constexpr std::uint64_t kPlainBits = (std::uint64_t{1} << 56) - 1;
/// Of a word without kListBit and kAskBit.
inline constexpr std::uint64_t kSegmentBits = kPlainBits & ~(kAtomicBit | kBytes);
/// Addresses of the program are those whose bits above this one are just it.
inline constexpr unsigned kRegionBit = 45;
static_assert(kRegion == Address{1} << kRegionBit && kSlotsEnd <= Address{2} << kRegionBit);

constexpr bool has_shadow(Address address) { return address >> kRegionBit == 1; }
inline Cell* cell_of(Address address) { return reinterpret_cast<Cell*>(address / kCellSize * kCellSize * 2); }
/// So many cells are looked at together.
inline constexpr std::ptrdiff_t kCellsAtOnce = 4;
inline bool are_empty(const Cell* cells) {
  static_assert(sizeof(__m128i) == sizeof(Cell));
  const auto* const words = reinterpret_cast<const __m128i*>(cells);
  const __m128i some = _mm_or_si128(_mm_or_si128(words[0], words[1]), _mm_or_si128(words[2], words[3]));
  return _mm_testz_si128(some, some) != 0;
}
/// Of a fault in the shadow: the address that is meant. Others are left alone.
constexpr Address unshadowed(Address address) { return address >> (kRegionBit + 1) == 1 ? address / 2 : address; }

constexpr std::uint64_t word_of(std::uint64_t segment, bool is_atomic, std::uint64_t bytes) {
  return segment << kSegmentShift | (is_atomic ? kAtomicBit : 0) | bytes;
}
constexpr std::uint64_t segment_of(std::uint64_t word) { return (word & kSegmentBits) >> kSegmentShift; }

class Shadow {
 public:
  /// All words of a cell, without kReadBit and kAskBit; what was in the arrays is lost.
  void unpack(const Cell& cell, HostArray<std::uint64_t>& writes, HostArray<std::uint64_t>& reads) const;
  /// The other way round; `asks` sets the bit for it. The last of the reads is the one that is known inline.
  Cell pack(const HostArray<std::uint64_t>& writes, const HostArray<std::uint64_t>& reads, bool asks);
  /// The word for the writes of a cell that has these two.
  std::uint64_t pair(std::uint64_t one, std::uint64_t other) {
    const std::uint64_t list = lists_.size() | kListBit;
    lists_.push_back(2);
    lists_.push_back(one);
    lists_.push_back(other);
    return list;
  }
  /// Calls visit(word) for the words of a list until one returns true; tells whether one did.
  template <class Visit>
  bool any_of_list(std::uint64_t list, Visit&& visit) const {
    const std::size_t place = list & kPlainBits;
    for (std::size_t i = 1; i <= lists_[place]; ++i) {
      if (visit(lists_[place + i])) return true;
    }
    return false;
  }

  void set(Cell& cell, const Cell& value) {
    if (cell == value) return;
    if (!changed_since_mark(cell)) journal_.push_back({row_of(&cell, 1), cell});
    cell = value;
  }
  /// The same for cells in a row. REQUIRES: they are alike, without a list, kMaxAlike at most
  void set_alike(Cell* cells, std::size_t count, const Cell& value) {
    const Cell old = cells[0];
    if (old == value) return;
    if (!changed_since_mark(old)) journal_.push_back({row_of(cells, count), old});
    for (std::size_t i = 0; i < count; ++i) cells[i] = value;
  }
  static constexpr std::size_t kMaxAlike = std::size_t{1} << 16;

  struct Mark {
    std::size_t journal = 0;
    std::size_t lists = 0;
    std::uint64_t segment = 0;
  };
  /// A state to go back to; `segment` is the current one.
  Mark mark(std::uint64_t segment);
  void go_back(const Mark& mark);
  std::size_t journal_size() const { return journal_.size(); }

 private:
  /// Of cells in a row that were alike, as those of a mutex are: the address of the first, and in the bits that it does
  /// not need one less than their number.
  struct Change {
    std::uint64_t row;
    Cell old;
  };
  static constexpr unsigned kRowShift = 48;
  static_assert(kRegionBit + 2 < kRowShift);
  static std::uint64_t row_of(const Cell* cells, std::size_t count) {
    return reinterpret_cast<Address>(cells) | std::uint64_t{count - 1} << kRowShift;
  }
  /// Its newest word tells.
  bool changed_since_mark(const Cell& cell) const {
    return is_newer(cell.write) || ((cell.write & kStackBit) == 0 && is_newer(cell.read));
  }
  bool is_newer(std::uint64_t word) const {
    return (word & kListBit) == 0 ? segment_of(word) > marked_ : has_newer_in_list(word);
  }
  bool has_newer_in_list(std::uint64_t list) const;

  HostArray<Change> journal_;
  HostArray<std::uint64_t> lists_;  ///< each begins with its length
  std::uint64_t marked_ = 0;        ///< the segment of the last mark
};

}  // namespace qpor::frontend::native
