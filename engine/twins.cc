// Twin runs: the net under the exploration. That two operations commute, and that what a thread does between two
// operations is its own business, is taken for granted everywhere else: C has one order of many. Here a trace is
// executed again in another order of its independent steps (twin_order.h), and the executor compares what the two came
// to. A difference means that something orders the threads which is no operation, and then all traces have more
// behaviours than were explored.
//
// Which traces: always the first that can be compared, in several orders if it is short; then as many as kTwinShare of
// the time allows, each in one order; all of them with Options::check. The traces, and all counts but that of the twin
// runs, are the same whichever were chosen.
//
// Cost: one execution for each order, and one to come back to where the exploration stood. The first execution is run
// again in any case (meeting_order.h), so that a long one takes only one more.

#include <algorithm>
#include <cstddef>

#include "engine/explore.h"
#include "engine/twin_order.h"

namespace qpor::engine {
namespace {

/// So many orders of the first trace, or fewer when they would have more steps than this together: a few milliseconds.
constexpr std::size_t kMaxFirstOrders = 12;
constexpr std::size_t kMaxFirstSteps = 2000;
/// What a twin run costs in all, as a multiple of the time that it takes itself: the exploration goes on without the
/// checkpoints that it had, and with other contents of the caches. By the processor time of MPAT(6) and MPC(4,5).
constexpr double kWholeCost = 4;

}  // namespace

bool Explorer::is_twin_wanted() const {
  if (options_.twins == Twins::Off || has_divergence_ || !executor_.has_twins() || executor_.was_cut()) return false;
  if (statistics_.traces == 0) return false;
  // What a failed thread would have done is unknown, and who of two is told of a defect may depend on the order.
  for (std::size_t i = 0; i < executor_.thread_bound(); ++i) {
    if (executor_.failure(static_cast<ThreadId>(i)) != nullptr) return false;
  }
  if (statistics_.twin_runs == 0 || options_.twins == Twins::All) return true;
  if (options_.twins == Twins::First) return false;
  const double expected = 2 * seconds_per_step_of_twins_ * static_cast<double>(configuration_.size());
  return kWholeCost * (seconds_of_sampled_twins_ + expected) <= kTwinShare * clock_.seconds();
}

std::size_t Explorer::twin_orders() const {
  if (statistics_.twin_runs > 0) return 1;
  return std::clamp<std::size_t>(kMaxFirstSteps / std::max<std::size_t>(configuration_.size(), 1), 1, kMaxFirstOrders);
}

/// The same C in other orders: in some that are compared, and in the one that the exploration goes on with.
bool Explorer::run_again() {
  const bool has_twins = run_twins();
  if (!goes_on()) return false;
  const bool is_sampled = has_twins && statistics_.twin_runs > first_twin_runs_;
  double begin = clock_.seconds();
  if (has_twins) executor_.leave_twins(!reorders_first());
  if (has_twins) clock_.charge(Phase::Twin);
  if (is_sampled) seconds_of_sampled_twins_ += clock_.seconds() - begin;
  if (!goes_on() || (reorders_first() && !reorder_first())) {
    const bool may_tell_where = interruption_.kind == Interruption::Kind::Nondeterministic;
    if (has_twins && may_tell_where) compare_twins();
    return false;
  }
  if (!has_twins) return true;
  begin = clock_.seconds();
  const bool more = compare_twins();
  if (is_sampled) seconds_of_sampled_twins_ += clock_.seconds() - begin;
  return more;
}

/// False when there is nothing to be compared.
bool Explorer::run_twins() {
  if (!is_twin_wanted()) return false;
  clock_.charge(Phase::Execute);
  const bool is_first = statistics_.twin_runs == 0;
  const double begin = clock_.seconds();
  std::size_t orders = twin_orders();
  std::size_t runs = 0;
  for (bool is_over = false; runs < orders && !is_over && !executor_.interruption(); ++runs) {
    // The first is reversed; of the others, which have one order each, every second one.
    const std::uint64_t seed = is_first ? runs : runs + statistics_.traces % 2 * statistics_.traces;
    ++statistics_.twin_runs;
    const TwinEnd end = executor_.run_twin(twin_order(structure_, configuration_, seed));
    is_over = end == TwinEnd::Different;
    if (end == TwinEnd::AnotherNeeded) orders = std::max<std::size_t>(orders, 2);
  }
  clock_.charge(Phase::Twin);
  const double seconds = clock_.seconds() - begin;
  seconds_per_step_of_twins_ = seconds / static_cast<double>(std::max<std::size_t>(runs * configuration_.size(), 1));
  if (is_first) {
    first_twin_runs_ = statistics_.twin_runs;
  } else {
    seconds_of_sampled_twins_ += seconds;
  }
  return true;
}

bool Explorer::compare_twins() {
  const std::optional<Divergence> divergence = executor_.compare_with_twins();
  clock_.charge(Phase::Twin);
  if (divergence) {
    has_divergence_ = true;
    observer_->on_divergence(*this, *divergence);
  }
  return goes_on();
}

}  // namespace qpor::engine
