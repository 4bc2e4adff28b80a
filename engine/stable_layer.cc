#include "engine/stable_layer.h"

#include <algorithm>
#include <cassert>

#include "engine/count.h"
#include "engine/event_structure.h"

namespace qpor::engine {

CountEffect count_effect(const Operation& operation, std::int32_t outcome) {
  if (operation.kind != OperationKind::AtomicCount) return {};
  using Test = CountEffect::Test;
  constexpr Test kTests[] = {Test::None, Test::Equals, Test::Above};
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
  return std::all_of(chains_.begin(), chains_.end(), [&](const Chain& chain) {
    for (std::size_t i = chain.begin; i < chain.end; ++i) {
      const Member& member = members_[i];
      if (member.effect.test == CountEffect::Test::None) continue;
      const auto below =
          member.event == kNoEvent ? newcomer->below : structure.cut_reads(structure[member.event].place);
      if (!is_safe(structure, chain, member, below, value)) return false;
    }
    return true;
  });
}

}  // namespace qpor::engine
