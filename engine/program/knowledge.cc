#include "engine/program/knowledge.h"

#include <algorithm>
#include <cassert>

namespace qpor::engine {

const SharedRange* overlapping(const std::vector<SharedRange>& ranges, std::uint64_t begin, std::size_t size) {
  const auto found = std::partition_point(ranges.begin(), ranges.end(),
                                          [begin](const SharedRange& range) { return range.end() <= begin; });
  return found != ranges.end() && found->begin < begin + size ? &*found : nullptr;
}

const ClaimedSlot* claim_of(const std::vector<ClaimedSlot>& claims, std::uint32_t slot) {
  const auto found = std::lower_bound(claims.begin(), claims.end(), slot,
                                      [](const ClaimedSlot& claim, std::uint32_t each) { return claim.slot < each; });
  return found != claims.end() && found->slot == slot ? &*found : nullptr;
}

bool Knowledge::learn(const SharedRange& range) {
  assert(range.size > 0);
  auto [begin, size, is_in_block] = range;
  std::uint64_t end = range.end();
  const auto first = std::partition_point(ranges.begin(), ranges.end(),
                                          [&range](const SharedRange& known) { return known.end() <= range.begin; });
  auto last = first;
  for (; last != ranges.end() && last->begin < end; ++last) {
    if (last->begin <= begin && last->end() >= end && (last->is_in_block || !is_in_block)) return false;
    is_in_block |= last->is_in_block;
    begin = std::min(begin, last->begin);
    end = std::max(end, last->end());
  }
  ranges.insert(ranges.erase(first, last), {begin, end - begin, is_in_block});
  return true;
}

bool Knowledge::learn(const ObservedCount& count) {
  const auto place = std::lower_bound(counts.begin(), counts.end(), count.type,
                                      [](const ObservedCount& known, std::uint64_t type) { return known.type < type; });
  if (place == counts.end() || place->type != count.type) {
    counts.insert(place, count);
    return true;
  }
  const ObservedCount before = *place;
  place->has_weak_uses |= count.has_weak_uses;
  place->is_plain |= count.is_plain;
  return *place != before;
}

bool Knowledge::learn(const ClaimedSlot& claim) {
  const auto place = std::lower_bound(slots.begin(), slots.end(), claim.slot,
                                      [](const ClaimedSlot& known, std::uint32_t slot) { return known.slot < slot; });
  if (place == slots.end() || place->slot != claim.slot) {
    slots.insert(place, claim);
    return true;
  }
  if (!claim.is_better_than(*place)) return false;
  *place = claim;
  return true;
}

bool Knowledge::learn(const Knowledge& other) {
  bool is_new = (other.library_states & ~library_states) != 0 || (other.orders_barriers && !orders_barriers);
  library_states |= other.library_states;
  orders_barriers |= other.orders_barriers;
  for (const SharedRange& each : other.ranges) is_new |= learn(each);
  for (const ObservedCount& each : other.counts) is_new |= learn(each);
  for (const ClaimedSlot& each : other.slots) is_new |= learn(each);
  return is_new;
}

bool Knowledge::well_formed() const {
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    if (ranges[i].size == 0 || (i > 0 && ranges[i - 1].end() > ranges[i].begin)) return false;
  }
  for (std::size_t i = 1; i < counts.size(); ++i) {
    if (counts[i - 1].type >= counts[i].type) return false;
  }
  for (std::size_t i = 1; i < slots.size(); ++i) {
    if (slots[i - 1].slot >= slots[i].slot) return false;
  }
  return true;
}

}  // namespace qpor::engine
