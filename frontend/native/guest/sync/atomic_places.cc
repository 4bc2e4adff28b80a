#include "frontend/native/guest/sync/atomic_places.h"

#include <algorithm>
#include <cstring>

#include "engine/program/operation.h"

namespace qpor::frontend::native {
namespace {

constexpr std::size_t kGranule = 16;
constexpr std::size_t kFirstHeads = 256;

}  // namespace

std::uint64_t atomic_value(std::uint64_t low, std::uint64_t high, std::size_t size) {
  return size <= 8 ? low : engine::fold(engine::fold(size, low), high);
}

std::uint64_t atomic_value(const volatile void* place, std::size_t size) {
  const auto* const bytes = static_cast<const char*>(const_cast<const void*>(place));
  std::uint64_t word = 0;
  if (size <= sizeof word) {
    std::memcpy(&word, bytes, size);
    return word;
  }
  std::uint64_t hash = size;
  for (std::size_t at = 0; at < size; at += sizeof word) {
    word = 0;
    std::memcpy(&word, bytes + at, std::min(sizeof word, size - at));
    hash = engine::fold(hash, word);
  }
  return hash;
}

// --- records

bool AtomicRecord::is_current() const {
  return !is_over && atomic_value(reinterpret_cast<const void*>(address), size) == last;
}

std::size_t AtomicPlaces::bucket(Address granule) const { return engine::mix(granule) & (heads_.size() - 1); }

/// Calls visit(record), for some more than once, until one returns true.
template <class Visit>
void AtomicPlaces::for_each_overlapping(Address address, std::uint32_t size, Visit&& visit) const {
  if (heads_.size() == 0) return;
  for (Address granule = address / kGranule; granule <= (address + size - 1) / kGranule; ++granule) {
    for (std::uint32_t at = heads_[bucket(granule)]; at != kNone; at = nodes_[at].next) {
      const Node& node = nodes_[at];
      if (node.granule != granule) continue;
      const AtomicRecord& record = records_[node.record];
      if (record.address < address + size && address < record.end() && visit(node.record)) return;
    }
  }
}

std::uint32_t AtomicPlaces::announce(Address address, std::uint32_t size, AtomicRecord& other) {
  const std::uint64_t value = atomic_value(reinterpret_cast<const void*>(address), size);
  std::uint32_t own = kNone;
  bool is_shared = false;
  for_each_overlapping(address, size, [&](std::uint32_t record) {
    const AtomicRecord& each = records_[record];
    if (each.address == address && each.size == size) {
      own = record;
    } else if (each.is_current()) {
      is_shared = true;
      other = each;
    } else if (!each.is_over) {
      AtomicRecord over = each;
      over.is_over = true;
      change(record, over);
    }
    return is_shared;
  });
  if (is_shared) return kNone;
  if (own == kNone) return add({address, size, 0, value, value, false});
  const AtomicRecord& known = records_[own];
  if (known.is_over || known.last != value) change(own, {address, size, known.life + 1, value, value, false});
  return own;
}

std::uint32_t AtomicPlaces::beginning_at(Address address) const {
  std::uint32_t found = kNone;
  bool is_unique = true;
  for_each_overlapping(address, 1, [&](std::uint32_t record) {
    if (records_[record].address != address || !records_[record].is_current()) return false;
    is_unique = found == kNone;
    found = record;
    return !is_unique;
  });
  return is_unique ? found : kNone;
}

void AtomicPlaces::leave(std::uint32_t record, std::uint64_t value) {
  if (records_[record].last == value) return;
  AtomicRecord now = records_[record];
  now.last = value;
  change(record, now);
}

// --- changes

void AtomicPlaces::change(std::uint32_t record, const AtomicRecord& now) {
  journal_.push_back({record, false, records_[record]});
  records_[record] = now;
}

std::uint32_t AtomicPlaces::add(const AtomicRecord& record) {
  const auto number = static_cast<std::uint32_t>(records_.size());
  records_.push_back(record);
  journal_.push_back({number, true, {}});
  for (Address granule = record.address / kGranule; granule <= (record.end() - 1) / kGranule; ++granule) {
    add_node(granule, number);
  }
  return number;
}

void AtomicPlaces::add_node(Address granule, std::uint32_t record) {
  nodes_.push_back({granule, record, kNone});
  if (nodes_.size() <= heads_.size()) return link(static_cast<std::uint32_t>(nodes_.size() - 1));
  heads_.assign(std::max(kFirstHeads, 2 * heads_.size()), kNone);
  for (std::uint32_t node = 0; node < nodes_.size(); ++node) link(node);  // in this order: invariant 1
}

void AtomicPlaces::link(std::uint32_t node) {
  std::uint32_t& head = heads_[bucket(nodes_[node].granule)];
  nodes_[node].next = head;
  head = node;
}

void AtomicPlaces::undo_to(std::size_t size) {
  for (; journal_.size() > size; journal_.pop_back()) {
    const Change& last = journal_.back();
    if (!last.is_new) {
      records_[last.record] = last.before;
      continue;
    }
    while (nodes_.size() > 0 && nodes_.back().record == last.record) {
      heads_[bucket(nodes_.back().granule)] = nodes_.back().next;
      nodes_.pop_back();
    }
    records_.pop_back();
  }
}

}  // namespace qpor::frontend::native
