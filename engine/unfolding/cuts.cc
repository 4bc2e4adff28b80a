#include "engine/unfolding/cuts.h"

#include <algorithm>

namespace qpor::engine {

CutTable::CutTable() : slots_(64, kNoCut) {}

CutId CutTable::find(EventId exclusive, std::span<const EventId> reads, std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = hash & mask; slots_[slot] != kNoCut; slot = (slot + 1) & mask) {
    const CutRecord& record = (*this)[slots_[slot]];
    if (record.hash == hash && record.exclusive == exclusive && record.reads_count == reads.size() &&
        std::equal(reads.begin(), reads.end(), pool_.begin() + record.reads_at)) {
      return slots_[slot];
    }
  }
  return kNoCut;
}

CutId CutTable::add(EventId exclusive, std::span<const EventId> reads, std::uint64_t hash) {
  assert(!reads.empty() && find(exclusive, reads, hash) == kNoCut);
  if ((live_ + 1) * 2 > slots_.size()) grow();
  CutId cut = free_record_;
  if (cut != kNoCut) {
    free_record_ = (*this)[cut].next_of_layer;
  } else {
    assert(records_.size() < kRecordBit - 1);
    cut = static_cast<CutId>(static_cast<std::uint32_t>(records_.size()) | kRecordBit);
    if (records_.size() == records_.capacity()) records_.reserve(records_.size() + records_.size() / 4 + 16);
    records_.emplace_back();
  }
  CutRecord& record = (*this)[cut];
  record = CutRecord{};
  record.exclusive = exclusive;
  record.hash = hash;
  record.reads_count = static_cast<std::uint32_t>(reads.size());
  if (free_reads_.size() <= reads.size()) free_reads_.resize(reads.size() + 1);
  auto& places = free_reads_[reads.size()];
  if (places.empty()) {
    record.reads_at = static_cast<std::uint32_t>(pool_.size());
    if (pool_.size() + reads.size() > pool_.capacity())
      pool_.reserve(pool_.size() + pool_.size() / 4 + reads.size() + 64);
    pool_.insert(pool_.end(), reads.begin(), reads.end());
  } else {
    record.reads_at = places.back();
    places.pop_back();
    std::copy(reads.begin(), reads.end(), pool_.begin() + record.reads_at);
  }
  ++live_;
  put(cut);
  return cut;
}

void CutTable::put(CutId cut) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = (*this)[cut].hash & mask;
  while (slots_[slot] != kNoCut) slot = (slot + 1) & mask;
  slots_[slot] = cut;
}

void CutTable::grow() {
  const std::vector<CutId> old(slots_.size() * 2, kNoCut);
  std::vector<CutId> before = old;
  before.swap(slots_);
  for (const CutId cut : before) {
    if (cut != kNoCut) put(cut);
  }
}

void CutTable::sweep() {
  std::fill(slots_.begin(), slots_.end(), kNoCut);
  for (std::size_t i = 0; i < records_.size(); ++i) {
    CutRecord& record = records_[i];
    if (record.reads_count == 0) continue;
    const auto cut = static_cast<CutId>(static_cast<std::uint32_t>(i) | kRecordBit);
    if (record.is_marked) {
      record.is_marked = false;
      put(cut);
      continue;
    }
    free_reads_[record.reads_count].push_back(record.reads_at);
    record.reads_count = 0;
    record.next_of_layer = free_record_;
    free_record_ = cut;
    --live_;
  }
}

std::size_t CutTable::bytes() const {
  std::size_t bytes =
      records_.capacity() * sizeof(CutRecord) + pool_.capacity() * sizeof(EventId) + slots_.capacity() * sizeof(CutId);
  for (const auto& places : free_reads_) bytes += places.capacity() * sizeof(std::uint32_t);
  return bytes;
}

}  // namespace qpor::engine
