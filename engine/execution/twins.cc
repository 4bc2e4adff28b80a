#include "engine/execution/twins.h"

#include <algorithm>

#include "engine/execution/trace.h"
#include "engine/execution/twin_order.h"

namespace qpor::engine {
namespace {

/// Orders of the first trace, or fewer when they would have more steps than this together: a few milliseconds.
constexpr std::size_t kMaxFirstOrders = 12;
constexpr std::size_t kMaxFirstSteps = 2000;
/// What a twin run costs in all, as a multiple of the time that it takes itself: the exploration goes on without the
/// checkpoints that it had, and with other contents of the caches. By the processor time of MPAT(6) and MPC(4,5).
constexpr double kWholeCost = 4;

}  // namespace

bool TwinRuns::is_wanted() const {
  const Executor& executor = execution_.executor();
  if (wanted_ == Twins::Off || has_divergence_ || !executor.has_twins() || executor.was_cut()) return false;
  if (execution_.statistics.traces == 0) return false;
  // What a failed thread would have done is unknown, and which of two is told of a defect may depend on the order.
  for (std::size_t i = 0; i < execution_.thread_bound(); ++i) {
    if (executor.failure(static_cast<ThreadId>(i)) != nullptr) return false;
  }
  if (execution_.statistics.twin_runs == 0 || wanted_ == Twins::All) return true;
  if (wanted_ == Twins::First) return false;
  const double expected = 2 * seconds_per_step_ * static_cast<double>(execution_.size());
  return kWholeCost * (seconds_of_sampled_ + expected) <= kTwinShare * clock_.seconds();
}

std::size_t TwinRuns::orders() const {
  if (execution_.statistics.twin_runs > 0) return 1;
  return std::clamp<std::size_t>(kMaxFirstSteps / std::max<std::size_t>(execution_.size(), 1), 1, kMaxFirstOrders);
}

void TwinRuns::run_orders() {
  Statistics& statistics = execution_.statistics;
  const bool is_first = statistics.twin_runs == 0;
  const Trace trace(execution_);
  std::size_t orders = this->orders();
  std::size_t runs = 0;
  for (bool is_over = false; runs < orders && !is_over && !execution_.executor().interruption(); ++runs) {
    // The first is reversed; of the others, which have one order each, every second one.
    const std::uint64_t seed = is_first ? runs : runs + statistics.traces % 2 * statistics.traces;
    ++statistics.twin_runs;
    const TwinEnd end = execution_.executor().run_twin(twin_order(trace, seed));
    is_over = end == TwinEnd::Different;
    if (end == TwinEnd::AnotherNeeded) orders = std::max<std::size_t>(orders, 2);
  }
  const double begin = clock_.seconds();
  clock_.charge(Phase::Twin);
  const double seconds = clock_.seconds() - begin;
  seconds_per_step_ = seconds / static_cast<double>(std::max<std::size_t>(runs * execution_.size(), 1));
  if (is_first) {
    first_runs_ = statistics.twin_runs;
  } else {
    seconds_of_sampled_ += seconds;
  }
}

void TwinRuns::run(bool comes_back) {
  if (!is_wanted()) return;
  clock_.charge(Phase::Execute);
  run_orders();
  is_pending_ = true;
  if (execution_.executor().interruption()) return;
  const double begin = clock_.seconds();
  execution_.executor().leave_twins(comes_back);
  clock_.charge(Phase::Twin);
  if (execution_.statistics.twin_runs > first_runs_) seconds_of_sampled_ += clock_.seconds() - begin;
}

std::optional<Divergence> TwinRuns::compare() {
  if (!is_pending_) return std::nullopt;
  is_pending_ = false;
  const double begin = clock_.seconds();
  std::optional<Divergence> divergence = execution_.executor().compare_with_twins();
  clock_.charge(Phase::Twin);
  if (execution_.statistics.twin_runs > first_runs_) seconds_of_sampled_ += clock_.seconds() - begin;
  if (divergence) has_divergence_ = true;
  return divergence;
}

}  // namespace qpor::engine
