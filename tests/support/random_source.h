// Randomness that is the same everywhere: the distributions of the standard library differ between implementations.
// For the same reason a caller never draws twice among the arguments of one call, whose order is unspecified.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <vector>

namespace qpor::oracle {

class RandomSource {
 public:
  explicit RandomSource(std::uint64_t seed) : engine_(seed) {}

  /// In 0..bound-1. The modulo's bias is of no importance here.
  int below(int bound) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(bound)); }
  int between(int low, int high) { return low + below(high - low + 1); }
  bool chance(int percent) { return below(100) < percent; }
  template <class T, std::size_t N>
  T pick(const std::array<T, N>& items) {
    return items[static_cast<std::size_t>(below(static_cast<int>(N)))];
  }
  int pick(std::initializer_list<int> items) { return items.begin()[below(static_cast<int>(items.size()))]; }
  template <class T>
  const T& pick(const std::vector<T>& items) {
    return items[static_cast<std::size_t>(below(static_cast<int>(items.size())))];
  }
  /// A number in 0..n-1 where n is the number of weights.
  int weighted(std::initializer_list<int> weights) {
    int sum = 0;
    for (const int weight : weights) sum += weight;
    int place = below(sum);
    int chosen = 0;
    for (const int weight : weights) {
      if (place < weight) break;
      place -= weight;
      ++chosen;
    }
    return chosen;
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace qpor::oracle
