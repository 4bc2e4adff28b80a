// Figures of an exploration. They add up: statistics of parts of an exploration give those of the whole by +=.

#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/options.h"

namespace qpor::engine {

/// Where the time goes.
enum class Phase : std::uint8_t { Execute, Extend, Alternative, Prune, Twin };
inline constexpr std::size_t kPhases = 5;
inline constexpr std::array<std::string_view, kPhases> kPhaseNames = {"execute", "extend", "alternative", "prune",
                                                                      "twin"};

/// Which algorithms keep a counter.
enum class CounterOwner : std::uint8_t { Every, Qpor, Sequences, WakeupTrees };

constexpr bool keeps(Algorithm algorithm, CounterOwner owner) {
  switch (owner) {
    case CounterOwner::Every: return true;
    case CounterOwner::Qpor: return algorithm == Algorithm::Qpor;
    case CounterOwner::Sequences: return algorithm != Algorithm::Qpor;
    case CounterOwner::WakeupTrees: return algorithm == Algorithm::OptimalDpor || algorithm == Algorithm::Observers;
  }
  return false;
}

struct Statistics {
#define QPOR_COUNTER(identifier, owner, text) std::uint64_t identifier = 0;
#define QPOR_MAXIMUM(identifier, owner, text) std::uint64_t identifier = 0;
#include "engine/execution/statistics.def"
#undef QPOR_COUNTER
#undef QPOR_MAXIMUM
  double seconds = 0;
  std::array<double, kPhases> phase_seconds{};

  Statistics& operator+=(const Statistics& other) {
#define QPOR_COUNTER(identifier, owner, text) identifier += other.identifier;
#define QPOR_MAXIMUM(identifier, owner, text) identifier = std::max(identifier, other.identifier);
#include "engine/execution/statistics.def"
#undef QPOR_COUNTER
#undef QPOR_MAXIMUM
    seconds += other.seconds;
    for (std::size_t i = 0; i < kPhases; ++i) phase_seconds[i] += other.phase_seconds[i];
    return *this;
  }

  /// Calls visit(name, text, value) for every counter that the algorithm keeps, in the order of the table.
  template <class Visit>
  void for_each(Visit&& visit, Algorithm algorithm = Algorithm::Qpor) const {
#define QPOR_COUNTER(identifier, owner, text)                                 \
  if (keeps(algorithm, CounterOwner::owner)) {                                \
    visit(std::string_view(#identifier), std::string_view(text), identifier); \
  }
#define QPOR_MAXIMUM(identifier, owner, text) QPOR_COUNTER(identifier, owner, text)
#include "engine/execution/statistics.def"
#undef QPOR_COUNTER
#undef QPOR_MAXIMUM
  }
};

/// Charges the time since the last call to a phase.
class PhaseClock {
 public:
  using Clock = std::chrono::steady_clock;
  explicit PhaseClock(Statistics& statistics) : statistics_(statistics) {}

  void start() { begin_ = last_ = Clock::now(); }
  void charge(Phase phase) {
    const Clock::time_point now = Clock::now();
    statistics_.phase_seconds[static_cast<std::size_t>(phase)] += std::chrono::duration<double>(now - last_).count();
    last_ = now;
  }
  /// Since start, as of the last charge.
  double seconds() const { return std::chrono::duration<double>(last_ - begin_).count(); }

 private:
  Statistics& statistics_;
  Clock::time_point begin_{};
  Clock::time_point last_{};
};

}  // namespace qpor::engine
