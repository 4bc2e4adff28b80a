#include "engine/execution/twin_order.h"

#include <cassert>
#include <cstddef>
#include <queue>
#include <utility>

namespace qpor::engine {
namespace {

/// Kahn's topological sort. Node 2 i is step i of the trail, node 2 i + 1 what follows it, if it is a Create that is
/// taken in two parts.
class TwinOrder {
 public:
  TwinOrder(const Trace& trace, std::uint64_t seed)
      : trace_(trace),
        seed_(seed),
        is_split_(trace.size(), false),
        open_causes_(2 * trace.size(), 0),
        first_effect_(2 * trace.size(), kNoIndex) {
    for (std::uint32_t i = 0; i < trace.size(); ++i) add_causes(i);
  }

  std::vector<TwinStep> sort() {
    std::vector<TwinStep> order;
    order.reserve(trace_.size());
    for (std::uint32_t i = 0; i < trace_.size(); ++i) {
      if (open_causes_[2 * i] == 0) ready_.push({rank_of(2 * i), 2 * i});
    }
    while (!ready_.empty()) {
      const std::uint32_t node = ready_.top().second;
      ready_.pop();
      const bool is_split = is_split_[node / 2];
      order.push_back({node / 2, node % 2 == 1 ? TwinPart::Rest : is_split ? TwinPart::Operation : TwinPart::Whole});
      if (node % 2 == 0 && is_split) ready_.push({rank_of(node + 1), node + 1});
      for (std::uint32_t i = first_effect_[node]; i != kNoIndex; i = effects_[i].next) {
        const std::uint32_t effect = effects_[i].node;
        if (--open_causes_[effect] == 0) ready_.push({rank_of(effect), effect});
      }
    }
    assert(order.size() >= trace_.size());
    return order;
  }

 private:
  /// The step of the same thread before this one is a Create: is what follows it postponed?
  bool splits(StepIndex create, StepIndex next) const {
    if (trace_.operation(create).kind != OperationKind::Create) return false;
    return seed_ != 0 || trace_.operation(next).kind != OperationKind::Create;
  }

  void add_causes(std::uint32_t position) {
    for (const StepIndex before : trace_.causes(position)) {
      std::uint32_t node = 2 * before;
      if (trace_[before].ordinal + 1 == trace_[position].ordinal && trace_[before].thread == trace_[position].thread &&
          splits(before, position)) {
        is_split_[before] = true;
        ++node;
      }
      effects_.push_back({2 * position, first_effect_[node]});
      first_effect_[node] = static_cast<std::uint32_t>(effects_.size() - 1);
      ++open_causes_[2 * position];
    }
  }

  /// The largest is taken first. What follows a Create took place just after it.
  std::uint64_t rank_of(std::uint32_t node) const { return seed_ == 0 ? node : mix(fold(seed_, node)); }

  const Trace& trace_;
  const std::uint64_t seed_;
  std::vector<bool> is_split_;              // by position
  std::vector<std::uint32_t> open_causes_;  // by node
  struct Effect {
    std::uint32_t node;
    std::uint32_t next;  // of the same cause
  };
  std::vector<std::uint32_t> first_effect_;  // by node
  std::vector<Effect> effects_;
  std::priority_queue<std::pair<std::uint64_t, std::uint32_t>> ready_;
};

}  // namespace

std::vector<TwinStep> twin_order(const Trace& trace, std::uint64_t seed) { return TwinOrder(trace, seed).sort(); }

}  // namespace qpor::engine
