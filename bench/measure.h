// Running an exploration and timing it on a machine that has other things to do: processor time rather than time on
// the wall, medians, and a fixed piece of work as a yardstick, timed beside every measurement.

#pragma once

#include <time.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/program_case.h"
#include "engine/execution/statistics.h"
#include "engine/explorer.h"
#include "engine/options.h"
#include "engine/program/ids.h"

namespace qpor::bench {

/// An Alt function by the name that the tables give it: none, source, k=1, k=2, ..., optimal.
inline engine::Options options_for(const std::string& alt) {
  engine::Options options;
  if (alt == "none") {
    options.alt = engine::AltKind::None;
  } else if (alt == "first-event") {
    options.alt = engine::AltKind::FirstEvent;
  } else if (alt == "optimal") {
    options.alt = engine::AltKind::Optimal;
  } else if (alt.starts_with("k=")) {
    options.alt = engine::AltKind::Partial;
    options.k = std::stoul(alt.substr(2));
  } else {
    throw std::runtime_error("'" + alt + "' is not an Alt function");
  }
  return options;
}

/// Of this thread, where explorations run. Not std::clock: the clock of a process ticks every few milliseconds while a
/// timer of processor time is armed, and explorations of native programs arm one.
inline double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

struct Run {
  engine::Statistics statistics;
  std::uint64_t trace_set_hash = 0;
  bool is_complete = false;
  double seconds = 0;  // of the processor; setting up included
};

inline Run explore(const ProgramCase& program, const engine::Options& options,
                   std::uint64_t most_executions = engine::kUnlimited) {
  struct Limit final : engine::Observer {
    explicit Limit(std::uint64_t most) : most(most) {}
    bool on_progress(const engine::Execution& execution) override { return execution.statistics.executions < most; }
    std::uint64_t most;
  } limit(most_executions);

  const double begin = processor_seconds();
  const std::unique_ptr<engine::Executor> executor = frontend::model::make_executor(program.program);
  const auto explorer = engine::make_explorer(*executor, options, &limit);
  const engine::Ending ending = explorer->explore();
  const double end = processor_seconds();
  return {explorer->statistics(), explorer->trace_set_hash(), ending == engine::Ending::Complete, end - begin};
}

/// The yardstick: what an engine of this kind does all day, at a fixed amount and without a line of the engine's code.
/// Every operation hashes, probes an open table (512 kB), and goes on from the record found there (1 MB), so that each
/// has to wait for the one before. Changing it makes ratios incomparable with those written down before.
class Yardstick {
 public:
  Yardstick() : slots_(kSlots, 0), records_(kRecords) {
    for (std::uint64_t key = 1; key <= kRecords; ++key) {
      const std::uint64_t hash = scramble(key);
      std::size_t slot = hash % kSlots;
      while (slots_[slot] != 0) slot = (slot + 1) % kSlots;
      slots_[slot] = key;
      records_[key - 1][key % 8] = hash;
    }
  }

  /// Nanoseconds per operation, now.
  double measure() {
    const double begin = processor_seconds();
    for (std::size_t i = 0; i < kOperations; ++i) {
      const std::uint64_t key = state_ % kRecords + 1;
      std::size_t slot = scramble(key) % kSlots;
      while (slots_[slot] != key) slot = (slot + 1) % kSlots;
      std::array<std::uint64_t, 8>& record = records_[slots_[slot] - 1];
      state_ = scramble(state_ + record[key % 8] + record[0]);
      record[7] ^= state_ & 1;
    }
    return (processor_seconds() - begin) * 1e9 / kOperations;
  }

  /// To be used, or the compiler may leave the work out.
  std::uint64_t state() const { return state_; }

 private:
  static constexpr std::size_t kSlots = 1 << 16;
  static constexpr std::size_t kRecords = 1 << 14;
  static constexpr std::size_t kOperations = 1 << 18;

  static std::uint64_t scramble(std::uint64_t x) {  // the finalizer of splitmix64
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  }

  std::vector<std::uint64_t> slots_;
  std::vector<std::array<std::uint64_t, 8>> records_;
  std::uint64_t state_ = 1;
};

inline double median(std::vector<double> values) {
  assert(!values.empty());
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

struct Fit {
  double exponent = 0;
  double r_squared = 0;
};

/// y ~ x^exponent, by least squares on the logarithms.
inline Fit fit_power(const std::vector<double>& x, const std::vector<double>& y) {
  assert(x.size() == y.size() && x.size() >= 2);
  const auto n = static_cast<double>(x.size());
  double sx = 0, sy = 0, sxx = 0, sxy = 0, syy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double u = std::log(x[i]);
    const double v = std::log(y[i]);
    sx += u, sy += v, sxx += u * u, sxy += u * v, syy += v * v;
  }
  const double across = sxx - sx * sx / n;
  const double along = sxy - sx * sy / n;
  const double up = syy - sy * sy / n;
  return {along / across, up > 0 ? along * along / (across * up) : 1};
}

}  // namespace qpor::bench
