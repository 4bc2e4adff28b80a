// How often each distance occurred: exactly up to kExact, beyond in classes that double in width. Small enough to live
// inside a tree, and cheap enough to be counted into by every query of a build made for that (skip_tree.h).

#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace qpor::trees {

class DistanceHistogram {
 public:
  static constexpr std::uint32_t kExact = 15;
  static constexpr std::size_t kClasses = kExact + 1 + 28;  // 16..31, 32..63, ..., 2^31 and more

  void count(std::uint32_t distance) { ++counts_[class_of(distance)]; }

  std::uint64_t total() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t count : counts_) sum += count;
    return sum;
  }

  /// Calls visit(first, last, count) for each class that is not empty, in order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t i = 0; i < kClasses; ++i) {
      if (counts_[i] == 0) continue;
      const std::uint64_t first = i <= kExact ? i : std::uint64_t{kExact + 1} << (i - kExact - 1);
      const std::uint64_t last = i <= kExact ? i : 2 * first - 1;
      visit(first, last, counts_[i]);
    }
  }

 private:
  static std::size_t class_of(std::uint32_t distance) {
    if (distance <= kExact) return distance;
    return kExact + static_cast<std::size_t>(std::bit_width(distance / (kExact + 1)));
  }

  std::array<std::uint64_t, kClasses> counts_{};
};

}  // namespace qpor::trees
