// Persistent maps from small numbers to numbers: what every event knows of the last event of each thread and of the
// place reached on each object. Most events change one entry of what their predecessor knew, so the maps share
// their parts: a bitmap-compressed radix tree, sixteen ways a node, copied along one path at an update.
//
// Invariants
//  1. A node is never changed after it was made; equal references mean equal maps.
//  2. A node holds exactly the entries of its bitmap, in key order; it is never empty; the empty map is kEmptyMap.
//  3. A root of height h has keys below 16^(h+1), and height 0 is a leaf whose entries are values.
//  4. merge and insert return one of their arguments when the result equals it.
//
// Cost: lookup O(log16 of the largest key); insert the same with one small node per level; merge and for_common skip
// every subtree that both sides share. A leaf with n entries takes 4(n+1) bytes.
// Memory is reclaimed by mark and sweep (prune.h), not counted: events die in bulk.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/program/ids.h"

namespace qpor::engine {

class PersistentMaps {
 public:
  using Ref = std::uint32_t;
  using Key = std::uint32_t;
  using Mapped = std::uint32_t;
  static constexpr Ref kEmptyMap = 0;

  PersistentMaps() : words_(1, 0) {}

  /// The value at `key`, or kNoIndex.
  Mapped lookup(Ref map, Key key) const {
    if (map == kEmptyMap) return kNoIndex;
    unsigned height = height_of(map);
    if (key >> (kBits * height) >= kWays) return kNoIndex;
    for (;;) {
      const unsigned digit = (key >> (kBits * height)) & (kWays - 1);
      const std::uint32_t bitmap = bitmap_of(map);
      if ((bitmap >> digit & 1u) == 0) return kNoIndex;
      const std::uint32_t entry = words_[map + 1 + rank(bitmap, digit)];
      if (height == 0) return entry;
      map = entry;
      --height;
    }
  }

  Ref insert(Ref map, Key key, Mapped value);
  /// The number of nodes on the way to an entry, less one.
  unsigned height(Ref map) const { return map == kEmptyMap ? 0 : height_of(map); }

  /// Union; `combine(key, a, b)` decides where both have the key. It must be symmetric and idempotent.
  template <class Combine>
  Ref merge(Ref a, Ref b, Combine&& combine);

  /// The union of all of them, without the nodes that merging them one by one would leave behind.
  template <class Combine>
  Ref merge_all(std::span<const Ref> maps, Combine&& combine);

  /// Calls visit(key, value) in key order.
  template <class Visit>
  void for_each(Ref map, Visit&& visit) const {
    if (map != kEmptyMap) each(map, 0, visit);
  }

  /// True when found(key, a, b) is true for some key that both maps hold with different values.
  template <class Found>
  bool any_difference(Ref a, Ref b, Found&& found) const;

  // Mark and sweep. REQUIRES between begin_marking and sweep: no insert, no merge.
  /// Marks every node of the map; visit(value) is called once for each value of each newly marked leaf.
  template <class Visit>
  void mark(Ref map, Visit&& visit) {
    if (map == kEmptyMap || is_marked(map)) return;
    words_[map] |= kMarked;
    const unsigned count = size_of(map);
    for (unsigned i = 0; i < count; ++i) {
      if (height_of(map) == 0) {
        visit(words_[map + 1 + i]);
      } else {
        mark(words_[map + 1 + i], visit);
      }
    }
  }
  /// Frees every unmarked node and clears the marks.
  void sweep();

  std::size_t bytes() const { return words_.capacity() * sizeof(std::uint32_t); }
  std::size_t live_bytes() const { return live_words_ * sizeof(std::uint32_t); }
  bool well_formed(Ref map) const;

 private:
  static constexpr unsigned kBits = 4;
  static constexpr unsigned kWays = 1u << kBits;
  // Header word: bitmap in the low 16 bits, then 4 bits of height, then the flags.
  static constexpr std::uint32_t kMarked = 1u << 30;
  static constexpr std::uint32_t kFree = 1u << 31;
  using Entries = std::array<std::uint32_t, kWays>;

  static unsigned rank(std::uint32_t bitmap, unsigned digit) {
    return static_cast<unsigned>(std::popcount(bitmap & ((1u << digit) - 1)));
  }
  std::uint32_t bitmap_of(Ref node) const { return words_[node] & 0xffffu; }
  unsigned height_of(Ref node) const { return words_[node] >> 16 & 0xfu; }
  unsigned size_of(Ref node) const { return static_cast<unsigned>(std::popcount(bitmap_of(node))); }
  bool is_marked(Ref node) const { return (words_[node] & kMarked) != 0; }
  std::uint32_t child(Ref node, unsigned digit) const {
    const std::uint32_t bitmap = bitmap_of(node);
    return (bitmap >> digit & 1u) != 0 ? words_[node + 1 + rank(bitmap, digit)] : kEmptyMap;
  }

  /// The same map as a node of that height, at least its own.
  Ref lifted(Ref map, unsigned height) {
    while (height_of(map) < height) map = make(height_of(map) + 1, 1u, Entries{map});
    return map;
  }
  Ref make(unsigned height, std::uint32_t bitmap, const Entries& entries);
  Ref with_entry(Ref node, unsigned digit, std::uint32_t entry);
  Ref insert_below(Ref node, unsigned height, Key key, Mapped value);

  template <class Combine>
  Ref merge_at(Ref a, Ref b, Key base, Combine& combine);
  template <class Combine>
  Ref merge_into(Ref a, Ref b, Key base, Combine& combine);
  template <class Combine>
  Ref merge_gathered(std::size_t first, Key base, Combine& combine);
  template <class Visit>
  void each(Ref node, Key base, Visit& visit) const;
  template <class Found>
  bool differ_at(Ref a, Ref b, Key base, Found& found) const;

  std::vector<std::uint32_t> words_;             // node = header word, then its entries; word 0 is unused
  std::array<std::uint32_t, kWays + 1> free_{};  // by number of entries: first free node, linked through its entry 0
  std::vector<Ref> gathered_;                    // by merge_all: the maps still to be merged, level after level
  std::size_t live_words_ = 0;
};

template <class Combine>
PersistentMaps::Ref PersistentMaps::merge(Ref a, Ref b, Combine&& combine) {
  if (a == b || b == kEmptyMap) return a;
  if (a == kEmptyMap) return b;
  return merge_at(a, b, 0, combine);
}

template <class Combine>
PersistentMaps::Ref PersistentMaps::merge_at(Ref a, Ref b, Key base, Combine& combine) {
  if (a == b || b == kEmptyMap) return a;
  if (a == kEmptyMap) return b;
  if (height_of(a) < height_of(b)) std::swap(a, b);
  const unsigned height = height_of(a);
  if (height > height_of(b)) {  // b is, or belongs below, the first child of a
    assert(base == 0);
    const Ref below = child(a, 0);
    return with_entry(a, 0, below == kEmptyMap ? lifted(b, height - 1) : merge_at(below, b, 0, combine));
  }
  if ((bitmap_of(a) & ~bitmap_of(b)) == 0) std::swap(a, b);
  const std::uint32_t bitmap_a = bitmap_of(a);
  const std::uint32_t bitmap_b = bitmap_of(b);
  const std::uint32_t bitmap = bitmap_a | bitmap_b;
  if (bitmap == bitmap_a) return merge_into(a, b, base, combine);
  Entries entries;  // neither has all keys, so it is a new node
  unsigned count = 0;
  for (std::uint32_t rest = bitmap; rest != 0; rest &= rest - 1) {
    const auto digit = static_cast<unsigned>(std::countr_zero(rest));
    const bool in_a = (bitmap_a >> digit & 1u) != 0;
    const bool in_b = (bitmap_b >> digit & 1u) != 0;
    std::uint32_t entry;
    if (in_a && in_b) {
      const std::uint32_t entry_a = words_[a + 1 + rank(bitmap_a, digit)];
      const std::uint32_t entry_b = words_[b + 1 + rank(bitmap_b, digit)];
      if (entry_a == entry_b) {
        entry = entry_a;
      } else {
        const Key key = base | digit << (kBits * height);
        entry = height == 0 ? combine(key, entry_a, entry_b) : merge_at(entry_a, entry_b, key, combine);
      }
    } else {
      entry = in_a ? words_[a + 1 + rank(bitmap_a, digit)] : words_[b + 1 + rank(bitmap_b, digit)];
    }
    entries[count++] = entry;
  }
  return make(height, bitmap, entries);
}

/// The same where `a` has every key of `b`, as is usual: only those of `b` are looked at.
template <class Combine>
PersistentMaps::Ref PersistentMaps::merge_into(Ref a, Ref b, Key base, Combine& combine) {
  const unsigned height = height_of(a);
  const std::uint32_t bitmap = bitmap_of(a);
  const std::uint32_t bitmap_b = bitmap_of(b);
  Entries entries;
  bool is_a = true;
  bool is_b = bitmap == bitmap_b;
  Ref next = b + 1;
  for (std::uint32_t rest = bitmap_b; rest != 0; rest &= rest - 1, ++next) {
    const auto digit = static_cast<unsigned>(std::countr_zero(rest));
    const unsigned position = rank(bitmap, digit);
    const std::uint32_t entry_a = words_[a + 1 + position];
    const std::uint32_t entry_b = words_[next];
    if (entry_a == entry_b) continue;
    const Key key = base | digit << (kBits * height);
    const std::uint32_t entry = height == 0 ? combine(key, entry_a, entry_b) : merge_at(entry_a, entry_b, key, combine);
    is_b = is_b && entry == entry_b;
    if (entry == entry_a) continue;
    if (is_a) std::copy_n(words_.begin() + a + 1, size_of(a), entries.begin());
    is_a = false;
    entries[position] = entry;
  }
  if (is_a) return a;
  return is_b ? b : make(height, bitmap, entries);
}

template <class Combine>
PersistentMaps::Ref PersistentMaps::merge_all(std::span<const Ref> maps, Combine&& combine) {
  if (maps.size() <= 2) return maps.empty() ? kEmptyMap : merge(maps.front(), maps.back(), combine);
  assert(gathered_.empty());
  for (const Ref map : maps) {
    if (map != kEmptyMap) gathered_.push_back(map);
  }
  return gathered_.empty() ? kEmptyMap : merge_gathered(0, 0, combine);
}

/// Merges the maps from `first` on in gathered_, and takes them away from there.
template <class Combine>
PersistentMaps::Ref PersistentMaps::merge_gathered(std::size_t first, Key base, Combine& combine) {
  const std::size_t end = gathered_.size();
  unsigned height = 0;
  std::uint32_t bitmap = 0;
  bool are_equal = true;
  for (std::size_t i = first; i < end; ++i) {
    are_equal = are_equal && gathered_[i] == gathered_[first];
    height = std::max(height, height_of(gathered_[i]));
  }
  Ref result = gathered_[first];
  if (!are_equal) {
    for (std::size_t i = first; i < end; ++i) bitmap |= height_of(gathered_[i]) < height ? 1u : bitmap_of(gathered_[i]);
    Entries entries;
    unsigned count = 0;
    if (height == 0) {
      Entries by_digit;
      std::uint32_t known = 0;
      for (std::size_t i = first; i < end; ++i) {
        Ref place = gathered_[i] + 1;
        for (std::uint32_t rest = bitmap_of(gathered_[i]); rest != 0; rest &= rest - 1) {
          const auto digit = static_cast<unsigned>(std::countr_zero(rest));
          const std::uint32_t entry = words_[place++];
          const bool is_new = (known >> digit & 1u) == 0;
          by_digit[digit] = is_new || by_digit[digit] == entry ? entry : combine(base | digit, by_digit[digit], entry);
        }
        known |= bitmap_of(gathered_[i]);
      }
      for (std::uint32_t rest = bitmap; rest != 0; rest &= rest - 1)
        entries[count++] = by_digit[std::countr_zero(rest)];
    } else {
      for (std::uint32_t rest = bitmap; rest != 0; rest &= rest - 1) {
        const auto digit = static_cast<unsigned>(std::countr_zero(rest));
        for (std::size_t i = first; i < end; ++i) {
          const Ref map = gathered_[i];
          const Ref below = height_of(map) == height ? child(map, digit) : digit == 0 ? map : kEmptyMap;
          if (below != kEmptyMap) gathered_.push_back(below);
        }
        entries[count++] = lifted(merge_gathered(end, base | digit << (kBits * height), combine), height - 1);
      }
    }
    const auto equal =
        std::find_if(gathered_.begin() + static_cast<std::ptrdiff_t>(first), gathered_.end(), [&](Ref map) {
          return height_of(map) == height && bitmap_of(map) == bitmap &&
                 std::equal(entries.begin(), entries.begin() + count, words_.begin() + map + 1);
        });
    result = equal != gathered_.end() ? *equal : make(height, bitmap, entries);
  }
  gathered_.resize(first);
  return result;
}

template <class Visit>
void PersistentMaps::each(Ref node, Key base, Visit& visit) const {
  const unsigned height = height_of(node);
  unsigned position = 0;
  for (std::uint32_t rest = bitmap_of(node); rest != 0; rest &= rest - 1) {
    const auto digit = static_cast<unsigned>(std::countr_zero(rest));
    const Key key = base | digit << (kBits * height);
    const std::uint32_t entry = words_[node + 1 + position++];
    if (height == 0) {
      visit(key, entry);
    } else {
      each(entry, key, visit);
    }
  }
}

template <class Found>
bool PersistentMaps::any_difference(Ref a, Ref b, Found&& found) const {
  if (a == kEmptyMap || b == kEmptyMap) return false;
  while (height_of(a) > height_of(b)) {
    a = child(a, 0);
    if (a == kEmptyMap) return false;
  }
  while (height_of(b) > height_of(a)) {
    b = child(b, 0);
    if (b == kEmptyMap) return false;
  }
  return differ_at(a, b, 0, found);
}

template <class Found>
bool PersistentMaps::differ_at(Ref a, Ref b, Key base, Found& found) const {
  if (a == b) return false;
  const unsigned height = height_of(a);
  const std::uint32_t bitmap_a = bitmap_of(a);
  const std::uint32_t bitmap_b = bitmap_of(b);
  for (std::uint32_t rest = bitmap_a & bitmap_b; rest != 0; rest &= rest - 1) {
    const auto digit = static_cast<unsigned>(std::countr_zero(rest));
    const std::uint32_t entry_a = words_[a + 1 + rank(bitmap_a, digit)];
    const std::uint32_t entry_b = words_[b + 1 + rank(bitmap_b, digit)];
    if (entry_a == entry_b) continue;
    const Key key = base | digit << (kBits * height);
    if (height == 0 ? found(key, entry_a, entry_b) : differ_at(entry_a, entry_b, key, found)) return true;
  }
  return false;
}

}  // namespace qpor::engine
