// Memory orders of atomic operations and fences, with the numbers that C and C++ compilers give them.

#pragma once

#include <cstdint>

namespace qpor::engine {

enum class MemoryOrder : std::uint8_t { Relaxed, Consume, Acquire, Release, AcquireRelease, SequentiallyConsistent };

constexpr bool acquires(MemoryOrder order) { return order != MemoryOrder::Relaxed && order != MemoryOrder::Release; }
constexpr bool releases(MemoryOrder order) { return order >= MemoryOrder::Release; }

/// Of one operation. A compare-exchange that fails is a load with `failure`.
struct MemoryOrders {
  MemoryOrder success = MemoryOrder::SequentiallyConsistent;
  MemoryOrder failure = MemoryOrder::SequentiallyConsistent;

  bool operator==(const MemoryOrders&) const = default;
};

}  // namespace qpor::engine
