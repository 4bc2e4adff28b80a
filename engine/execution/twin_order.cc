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
  TwinOrder(const EventStructure& structure, const Configuration& configuration, std::uint64_t seed)
      : structure_(structure),
        configuration_(configuration),
        seed_(seed),
        position_of_(structure.id_bound(), kNoIndex),
        is_split_(configuration.size(), false),
        open_causes_(2 * configuration.size(), 0),
        first_effect_(2 * configuration.size(), kNoIndex) {
    for (std::uint32_t i = 0; i < configuration.size(); ++i) position_of_[index(configuration[i])] = i;
    for (std::uint32_t i = 0; i < configuration.size(); ++i) add_causes(i);
  }

  std::vector<TwinStep> sort() {
    std::vector<TwinStep> order;
    order.reserve(configuration_.size());
    for (std::uint32_t i = 0; i < configuration_.size(); ++i) {
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
    assert(order.size() >= configuration_.size());
    return order;
  }

 private:
  /// The step of the same thread before this one is a Create: is what follows it postponed?
  bool splits(EventId create, EventId next) const {
    if (structure_.operation(create).kind != OperationKind::Create) return false;
    return seed_ != 0 || structure_.operation(next).kind != OperationKind::Create;
  }

  void add_causes(std::uint32_t position) {
    const EventId event = configuration_[position];
    structure_.for_each_cause(event, [&](EventId cause) {
      const std::uint32_t before = position_of_[index(cause)];
      if (before == kNoIndex) return;
      std::uint32_t node = 2 * before;
      if (structure_[cause].thread == structure_[event].thread && splits(cause, event)) {
        is_split_[before] = true;
        ++node;
      }
      effects_.push_back({2 * position, first_effect_[node]});
      first_effect_[node] = static_cast<std::uint32_t>(effects_.size() - 1);
      ++open_causes_[2 * position];
    });
  }

  /// The largest is taken first. What follows a Create took place just after it.
  std::uint64_t rank_of(std::uint32_t node) const { return seed_ == 0 ? node : mix(fold(seed_, node)); }

  const EventStructure& structure_;
  const Configuration& configuration_;
  const std::uint64_t seed_;
  std::vector<std::uint32_t> position_of_;  // by event
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

std::vector<TwinStep> twin_order(const EventStructure& structure, const Configuration& configuration,
                                 std::uint64_t seed) {
  return TwinOrder(structure, configuration, seed).sort();
}

}  // namespace qpor::engine
