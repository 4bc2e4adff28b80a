#include "engine/unfolding/persistent_maps.h"

namespace qpor::engine {

PersistentMaps::Ref PersistentMaps::make(unsigned height, std::uint32_t bitmap, const Entries& entries) {
  const auto count = static_cast<unsigned>(std::popcount(bitmap));
  assert(count > 0);
  Ref node = free_[count];
  if (node != kEmptyMap) {
    free_[count] = words_[node + 1];
  } else {
    assert(words_.size() + count + 1 < kNoIndex && "more than 16 GiB of maps");
    node = static_cast<Ref>(words_.size());
    if (words_.size() + count + 1 > words_.capacity()) words_.reserve(words_.size() + words_.size() / 4 + 256);
    words_.resize(words_.size() + count + 1);
  }
  words_[node] = bitmap | height << 16;
  std::copy_n(entries.begin(), count, words_.begin() + node + 1);
  live_words_ += count + 1;
  return node;
}

PersistentMaps::Ref PersistentMaps::with_entry(Ref node, unsigned digit, std::uint32_t entry) {
  const std::uint32_t bitmap = bitmap_of(node);
  const unsigned position = rank(bitmap, digit);
  const bool is_there = (bitmap >> digit & 1u) != 0;
  if (is_there && words_[node + 1 + position] == entry) return node;
  Entries entries;
  const auto first = words_.begin() + node + 1;
  std::copy_n(first, position, entries.begin());
  entries[position] = entry;
  std::copy(first + position + (is_there ? 1 : 0), first + size_of(node), entries.begin() + position + 1);
  return make(height_of(node), bitmap | 1u << digit, entries);
}

PersistentMaps::Ref PersistentMaps::insert_below(Ref node, unsigned height, Key key, Mapped value) {
  const unsigned digit = (key >> (kBits * height)) & (kWays - 1);
  const std::uint32_t entry =
      height == 0 ? value : insert_below(node == kEmptyMap ? kEmptyMap : child(node, digit), height - 1, key, value);
  if (node != kEmptyMap) return with_entry(node, digit, entry);
  return make(height, 1u << digit, Entries{entry});
}

PersistentMaps::Ref PersistentMaps::insert(Ref map, Key key, Mapped value) {
  unsigned needed = 0;
  while (key >> (kBits * needed) >= kWays) ++needed;
  if (map == kEmptyMap) return insert_below(kEmptyMap, needed, key, value);
  map = lifted(map, std::max(needed, height_of(map)));
  return insert_below(map, height_of(map), key, value);
}

void PersistentMaps::sweep() {
  free_.fill(kEmptyMap);
  live_words_ = 0;
  // Backwards would keep low addresses at the head of the free lists; forwards is what the header allows.
  for (std::size_t node = 1; node < words_.size();) {
    const auto ref = static_cast<Ref>(node);
    const unsigned count = size_of(ref);
    if (is_marked(ref)) {
      words_[ref] &= ~kMarked;
      live_words_ += count + 1;
    } else {
      words_[ref] |= kFree;
      words_[ref + 1] = free_[count];
      free_[count] = ref;
    }
    node += count + 1;
  }
}

bool PersistentMaps::well_formed(Ref map) const {
  if (map == kEmptyMap) return true;
  if (map >= words_.size() || (words_[map] & kFree) != 0 || bitmap_of(map) == 0) return false;
  if (height_of(map) == 0) return true;
  for (unsigned i = 0; i < size_of(map); ++i) {
    const Ref entry = words_[map + 1 + i];
    if (entry == kEmptyMap || entry >= words_.size() || height_of(entry) + 1 != height_of(map) || !well_formed(entry)) {
      return false;
    }
  }
  return true;
}

}  // namespace qpor::engine
