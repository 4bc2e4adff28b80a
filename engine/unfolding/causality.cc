// Causality by the thread trees [QPOR 5.1]: e <= f iff e is an ancestor of the last event that f knows of e's thread.
// The rest of it is inline in event_structure.h.

#include <algorithm>

#include "engine/unfolding/event_structure.h"

namespace qpor::engine {

CutView EventStructure::known_cut(EventId event, ObjectId object) const {
  const Event& e = (*this)[event];
  if (e.object == object) {
    if (e.mode == Mode::Exclusive) return {event, {}, kNoEvent};
    if (e.mode == Mode::Shared) return {exclusive_predecessor(event), cut_reads(e.place), event};
  }
  const std::uint32_t cut = maps_.lookup(objects_of(event), index(object));
  if (cut == kNoIndex) return {};
  return {cut_exclusive(static_cast<CutId>(cut)), cut_reads(static_cast<CutId>(cut)), kNoEvent};
}

bool EventStructure::holds_read(std::span<const EventId> reads, EventId read) const {
  const ThreadId thread = (*this)[read].thread;
  const auto it = std::lower_bound(reads.begin(), reads.end(), thread,
                                   [this](EventId other, ThreadId wanted) { return (*this)[other].thread < wanted; });
  return it != reads.end() && (*this)[*it].thread == thread && thread_depth(*it) >= thread_depth(read);
}

bool EventStructure::holds_all(std::span<const EventId> reads, std::span<const EventId> wanted) const {
  // Both are sorted by thread, and mostly the very same events.
  std::size_t j = 0;
  for (const EventId read : wanted) {
    while (j < reads.size() && reads[j] != read && (*this)[reads[j]].thread < (*this)[read].thread) ++j;
    if (j == reads.size()) return false;
    if (reads[j] == read) continue;
    if ((*this)[reads[j]].thread != (*this)[read].thread || thread_depth(reads[j]) < thread_depth(read)) return false;
  }
  return true;
}

}  // namespace qpor::engine
