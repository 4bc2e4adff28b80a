#include "frontend/native/guest/sync/count_clocks.h"

#include "engine/program/operation.h"

namespace qpor::frontend::native {

void CountClocks::clear() {
  releases_.cut(0);
  acquired_.cut(0);
  heads_.cut(0);
}

void CountClocks::go_back(std::uint64_t segment) {
  for (; releases_.size() > 0 && releases_.back().now > segment; releases_.pop_back()) {
    head(releases_.back().count) = releases_.back().next;
  }
  while (acquired_.size() > 0 && acquired_.back().now > segment) acquired_.pop_back();
}

std::size_t CountClocks::bucket(Address count) { return engine::mix(count) % kBuckets; }
std::uint32_t& CountClocks::head(Address count) { return heads_[bucket(count)]; }

void CountClocks::add(Address count, std::uint64_t segment, std::uint64_t now) {
  if (heads_.size() == 0) heads_.assign(kBuckets, 0);
  std::uint32_t& first = head(count);
  for (std::uint32_t at = first; at != 0 && segment != kForgotten; at = releases_[at - 1].next) {
    const Release& each = releases_[at - 1];
    if (each.count != count) continue;
    if (each.segment == kForgotten) break;
    if (each.segment == segment) return;
  }
  releases_.push_back({count, segment, now, first});
  first = static_cast<std::uint32_t>(releases_.size());
}

void CountClocks::release(Address count, engine::ThreadId thread, std::uint64_t now) {
  add(count, now, now);
  any_acquired(thread, [&](std::uint64_t segment) {
    add(count, segment, now);
    return false;
  });
}

bool CountClocks::has_acquired(engine::ThreadId thread, std::uint64_t segment) const {
  return any_acquired(thread, [segment](std::uint64_t each) { return each == segment; });
}

void CountClocks::acquire(Address count, engine::ThreadId thread, std::uint64_t now) {
  if (heads_.size() == 0) return;
  bool has_found = false;
  for (std::uint32_t at = head(count); at != 0; at = releases_[at - 1].next) {
    const Release& each = releases_[at - 1];
    if (each.count != count) continue;
    if (each.segment == kForgotten) break;
    has_found = true;
    if (!has_acquired(thread, each.segment)) acquired_.push_back({thread, each.segment, now});
  }
  if (has_found) add(count, kForgotten, now);
}

}  // namespace qpor::frontend::native
