// A set of oracle events, as bits. Capacity kMaxEvents; the unfolding of a program that needs more counts as too big.

#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace qpor::oracle {

using EventId = std::uint32_t;

inline constexpr std::size_t kMaxEvents = 1024;

class EventSet {
 public:
  bool contains(EventId event) const { return (words_[event / 64] >> (event % 64) & 1) != 0; }
  void insert(EventId event) {
    assert(event < kMaxEvents);
    words_[event / 64] |= std::uint64_t{1} << (event % 64);
  }
  void erase(EventId event) { words_[event / 64] &= ~(std::uint64_t{1} << (event % 64)); }

  EventSet& operator|=(const EventSet& other) {
    for (std::size_t i = 0; i < kWords; ++i) words_[i] |= other.words_[i];
    return *this;
  }
  friend EventSet operator|(EventSet left, const EventSet& right) { return left |= right; }
  bool operator==(const EventSet&) const = default;

  bool is_subset_of(const EventSet& other) const {
    std::uint64_t outside = 0;
    for (std::size_t i = 0; i < kWords; ++i) outside |= words_[i] & ~other.words_[i];
    return outside == 0;
  }
  bool intersects(const EventSet& other) const {
    std::uint64_t common = 0;
    for (std::size_t i = 0; i < kWords; ++i) common |= words_[i] & other.words_[i];
    return common != 0;
  }
  std::size_t size() const {
    std::size_t count = 0;
    for (const std::uint64_t word : words_) count += static_cast<std::size_t>(std::popcount(word));
    return count;
  }
  bool empty() const { return *this == EventSet{}; }

  /// Ascending, which is also a causal order: an event's number exceeds those of its causes.
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::size_t i = 0; i < kWords; ++i) {
      for (std::uint64_t word = words_[i]; word != 0; word &= word - 1) {
        visit(static_cast<EventId>(64 * i + static_cast<std::size_t>(std::countr_zero(word))));
      }
    }
  }
  /// Descending.
  template <class Visit>
  void for_each_backwards(Visit visit) const {
    for (std::size_t i = kWords; i-- > 0;) {
      for (std::uint64_t word = words_[i]; word != 0;) {
        const auto top = static_cast<std::size_t>(63 - std::countl_zero(word));
        word &= ~(std::uint64_t{1} << top);
        visit(static_cast<EventId>(64 * i + top));
      }
    }
  }
  std::vector<EventId> to_vector() const {
    std::vector<EventId> events;
    for_each([&](EventId event) { events.push_back(event); });
    return events;
  }

  /// The hash of a set is the sum of those of its members, so that it can be kept up to date.
  static std::uint64_t hash_of(EventId event) {
    std::uint64_t word = (event + 1) * 0x9e3779b97f4a7c15u;
    word ^= word >> 29;
    word *= 0xbf58476d1ce4e5b9u;
    return word ^ word >> 32;
  }
  std::uint64_t hash() const {
    std::uint64_t sum = 0;
    for_each([&](EventId event) { sum += hash_of(event); });
    return sum;
  }

 private:
  static constexpr std::size_t kWords = kMaxEvents / 64;
  std::array<std::uint64_t, kWords> words_{};
};

}  // namespace qpor::oracle
