#include "engine/unfolding/stable_layer.h"

#include <algorithm>
#include <cassert>

#include "engine/program/count.h"
#include "engine/unfolding/event_structure.h"

namespace qpor::engine {
namespace {

/// Layers with more members are judged by the bounds alone.
constexpr std::size_t kMaxExact = 96;

/// The greatest sum of profits of a set of nodes that holds what each of its nodes requires: all profits less a maximum
/// flow from the nodes with a profit to those with a loss, along the requirements.
class BestClosure {
 public:
  explicit BestClosure(std::size_t nodes) : profit_(nodes, 0), flow_(nodes), is_seen_(nodes) {}

  void set_profit(std::size_t node, std::int64_t profit) { profit_[node] = profit; }
  void require(std::size_t node, std::size_t other) {
    flow_[node].push_back({other, 0, flow_[other].size(), true});
    flow_[other].push_back({node, 0, flow_[node].size() - 1, false});
  }

  std::int64_t sum() {
    std::int64_t sum = 0;
    for (std::size_t node = 0; node < profit_.size(); ++node) {
      std::int64_t rest = profit_[node];
      while (rest > 0) {
        std::fill(is_seen_.begin(), is_seen_.end(), false);
        const std::int64_t sent = send(node, rest);
        if (sent == 0) break;
        rest -= sent;
      }
      sum += std::max<std::int64_t>(rest, 0);
    }
    return sum;
  }

 private:
  struct Edge {
    std::size_t to;
    std::int64_t flow;    ///< along the requirement
    std::size_t reverse;  ///< the other end's edge
    bool is_forward;
  };

  std::int64_t send(std::size_t node, std::int64_t most) {
    is_seen_[node] = true;
    if (profit_[node] < 0) {
      const std::int64_t taken = std::min(most, -profit_[node]);
      profit_[node] += taken;
      return taken;
    }
    for (Edge& edge : flow_[node]) {
      Edge& back = flow_[edge.to][edge.reverse];
      const std::int64_t room = edge.is_forward ? most : std::min(most, back.flow);
      if (room == 0 || is_seen_[edge.to]) continue;
      const std::int64_t sent = send(edge.to, room);
      if (sent == 0) continue;
      (edge.is_forward ? edge.flow : back.flow) += edge.is_forward ? sent : -sent;
      return sent;
    }
    return 0;
  }

  std::vector<std::int64_t> profit_;  // losses: what is left of them
  std::vector<std::vector<Edge>> flow_;
  std::vector<bool> is_seen_;
};

}  // namespace

CountEffect count_effect(const Operation& operation, std::int32_t outcome) {
  if (operation.kind != OperationKind::AtomicCount) return {};
  using Test = CountEffect::Test;
  constexpr Test kTests[] = {Test::None, Test::Equals, Test::Above, Test::Above};
  return {change_of(operation, outcome), kTests[static_cast<std::size_t>(count_test_in(operation.argument2))],
          count_constant_in(operation.argument2)};
}

bool CountEffect::is_safe(std::int64_t lowest, std::int64_t highest) const {
  if (lowest == highest) return true;
  switch (test) {
    case Test::None: return true;
    case Test::Equals: return lowest > constant || highest < constant;
    case Test::Above: return lowest > constant || highest <= constant;
    case Test::Value: break;
  }
  return false;
}

void StableLayer::add_member(EventId event, const Operation& operation, std::int32_t outcome) {
  const CountEffect effect = count_effect(operation, outcome);
  has_change_ = has_change_ || effect.change != 0;
  has_test_ = has_test_ || effect.test != CountEffect::Test::None;
  members_.push_back({event, effect, sum_, 0, 0});
  sum_ += effect.change;
}

void StableLayer::end_chain(std::size_t begin, ThreadId thread) {
  members_.push_back({kNoEvent, {}, sum_, sum_, sum_});
  for (std::size_t i = members_.size() - 1; i > begin; --i) {
    Member& member = members_[i - 1];
    member.least = std::min(member.before, members_[i].least);
    member.greatest = std::max(member.before, members_[i].greatest);
  }
  chains_.push_back({thread, begin, members_.size() - 1});
  sum_ = 0;
}

std::size_t StableLayer::first_not_below(const EventStructure& structure, const Chain& chain,
                                         std::span<const EventId> below) const {
  for (const EventId known : below) {
    if (structure[known].thread != chain.thread) continue;
    const std::uint32_t depth = structure.thread_depth(known);
    std::size_t i = chain.begin;
    while (i < chain.end && members_[i].event != kNoEvent && structure.thread_depth(members_[i].event) <= depth) ++i;
    return i;
  }
  return chain.begin;
}

bool StableLayer::is_safe(const EventStructure& structure, const Chain& chain, const Member& member,
                          std::span<const EventId> below, std::int64_t value) const {
  std::int64_t lowest = value + member.before;
  std::int64_t highest = lowest;
  for (const Chain& other : chains_) {
    if (other.thread == chain.thread) continue;
    const Member& from = members_[first_not_below(structure, other, below)];
    lowest += from.least;
    highest += from.greatest;
  }
  return member.effect.is_safe(lowest, highest);
}

bool StableLayer::is_stable(const EventStructure& structure, unsigned bytes, EventId exclusive,
                            std::span<const EventId> last, const Newcomer* newcomer) {
  const bool is_of_one_thread =
      last.size() + (newcomer != nullptr ? 1 : 0) <= 1 ||
      (last.size() == 1 && newcomer != nullptr && structure[last.front()].thread == newcomer->thread);
  if (is_of_one_thread) return true;
  members_.clear();
  chains_.clear();
  has_change_ = has_test_ = false;
  bool is_newcomer_placed = newcomer == nullptr;
  for (const EventId maximum : last) {
    const ThreadId thread = structure[maximum].thread;
    const std::size_t begin = members_.size();
    backwards_.clear();
    for (EventId event = maximum; event != kNoEvent; event = structure.previous_of_layer(event)) {
      assert(structure.exclusive_predecessor(event) == exclusive);
      backwards_.push_back(event);
    }
    for (std::size_t i = backwards_.size(); i > 0; --i) {
      add_member(backwards_[i - 1], structure.operation(backwards_[i - 1]), structure[backwards_[i - 1]].outcome);
    }
    if (!is_newcomer_placed && newcomer->thread == thread) {
      add_member(kNoEvent, *newcomer->operation, newcomer->outcome.value);
      is_newcomer_placed = true;
    }
    end_chain(begin, thread);
  }
  if (!is_newcomer_placed) {
    const std::size_t begin = members_.size();
    add_member(kNoEvent, *newcomer->operation, newcomer->outcome.value);
    end_chain(begin, newcomer->thread);
  }
  if (!has_change_ || !has_test_) return true;
  if (members_.size() > kMaxMembers) return false;

  const std::int64_t value = sign_extended(structure.semantics().value_in(structure[exclusive].state), bytes);
  std::int64_t lowest = value;
  std::int64_t highest = value;
  for (const Chain& chain : chains_) {
    lowest += members_[chain.begin].least;
    highest += members_[chain.begin].greatest;
  }
  if (!are_counts(bytes, lowest, highest)) return false;
  const auto below = [&](std::size_t i) {
    return members_[i].event == kNoEvent ? newcomer->below : structure.cut_reads(structure[members_[i].event].place);
  };
  const auto is_above = [&](std::size_t i, std::size_t tested) {
    if (members_[tested].event == kNoEvent) return false;  // nothing is above the newcomer
    const auto known = below(i);
    return std::any_of(known.begin(), known.end(), [&](EventId event) {
      return structure[event].thread == structure[members_[tested].event].thread &&
             structure.thread_depth(event) >= structure.thread_depth(members_[tested].event);
    });
  };
  // Of all causally closed parts that hold what is below a member, but not the member: is it told the same after each?
  const auto is_exactly_safe = [&](std::size_t tested) {
    if (members_.size() > kMaxExact) return false;
    enum class Part : std::uint8_t { Free, Always, Never };
    std::vector<Part> parts(members_.size(), Part::Never);
    std::int64_t sum = value;
    for (const Chain& chain : chains_) {
      const bool is_own = tested >= chain.begin && tested < chain.end;
      const std::size_t first = is_own ? tested : first_not_below(structure, chain, below(tested));
      sum += members_[first].before;
      for (std::size_t i = chain.begin; i < chain.end; ++i) {
        parts[i] = i < first ? Part::Always : is_own || is_above(i, tested) ? Part::Never : Part::Free;
      }
    }
    const auto best = [&](std::int64_t sign) {
      BestClosure closure(members_.size());
      for (const Chain& chain : chains_) {
        for (std::size_t i = chain.begin; i < chain.end; ++i) {
          if (parts[i] != Part::Free) continue;
          closure.set_profit(i, sign * members_[i].effect.change);
          for (const Chain& other : chains_) {
            const std::size_t required = &other == &chain ? i : first_not_below(structure, other, below(i));
            if (required > other.begin && parts[required - 1] == Part::Free) closure.require(i, required - 1);
          }
        }
      }
      return closure.sum();
    };
    return members_[tested].effect.is_safe(sum - best(-1), sum + best(1));
  };
  return std::all_of(chains_.begin(), chains_.end(), [&](const Chain& chain) {
    for (std::size_t i = chain.begin; i < chain.end; ++i) {
      const Member& member = members_[i];
      if (member.effect.test == CountEffect::Test::None) continue;
      if (!is_safe(structure, chain, member, below(i), value) && !is_exactly_safe(i)) return false;
    }
    return true;
  });
}

}  // namespace qpor::engine
