// Conflict by the object trees [QPOR 5.2]: two histories conflict iff on some object that both know, their cuts do not
// extend each other. The paper's test compares lock events; ours also asks whether the shared events that one side
// has done are among those that the other side's next exclusive event saw.

#include <cassert>

#include "engine/event_structure.h"

namespace qpor::engine {

bool EventStructure::cuts_in_conflict(const CutView& a, const CutView& b) const {
  const std::uint32_t depth_a = object_depth(a.exclusive);
  const std::uint32_t depth_b = object_depth(b.exclusive);
  if (depth_a == depth_b) return a.exclusive != b.exclusive;
  if (depth_a > depth_b) return cuts_in_conflict(b, a);
  // y: the X event by which b left the layer where a still is.
  const auto y = static_cast<EventId>(object_tree_.ancestor_at(index(b.exclusive), depth_a + 1));
  if (exclusive_predecessor(y) != a.exclusive) return true;
  const auto seen = cut_reads((*this)[y].place);
  if (a.newest != kNoEvent && !holds_read(seen, a.newest)) return true;
  std::size_t j = 0;  // both lists are sorted by thread
  for (const EventId read : a.reads) {
    const ThreadId thread = (*this)[read].thread;
    while (j < seen.size() && (*this)[seen[j]].thread < thread) ++j;
    if (j == seen.size() || (*this)[seen[j]].thread != thread || thread_depth(seen[j]) < thread_depth(read)) {
      return true;
    }
  }
  return false;
}

bool EventStructure::in_conflict_elsewhere(EventId e, EventId f) const {
  const ObjectId own_e = accessed(e);
  const ObjectId own_f = accessed(f);
  return maps_.any_difference((*this)[e].objects, (*this)[f].objects,
                              [&](std::uint32_t key, std::uint32_t a, std::uint32_t b) {
                                const auto object = static_cast<ObjectId>(key);
                                if (object == own_e || object == own_f) return false;
                                const auto cut_a = static_cast<CutId>(a);
                                const auto cut_b = static_cast<CutId>(b);
                                return cuts_in_conflict({cut_exclusive(cut_a), cut_reads(cut_a), kNoEvent},
                                                        {cut_exclusive(cut_b), cut_reads(cut_b), kNoEvent});
                              });
}

bool EventStructure::in_conflict(EventId e, EventId f) const {
  if (e == f) return false;
  const auto conflict_on = [&](ObjectId object) {
    const CutView a = known_cut(e, object);
    const CutView b = known_cut(f, object);
    return a.exclusive != kNoEvent && b.exclusive != kNoEvent && cuts_in_conflict(a, b);
  };
  const ObjectId own_e = accessed(e);
  const ObjectId own_f = accessed(f);
  if (own_e != kNoObject && conflict_on(own_e)) return true;
  if (own_f != kNoObject && own_f != own_e && conflict_on(own_f)) return true;
  return in_conflict_elsewhere(e, f);
}

bool EventStructure::holds_all(std::span<const EventId> reads, std::span<const EventId> wanted) const {
  for (const EventId read : wanted) {
    if (!holds_read(reads, read)) return false;
  }
  return true;
}

bool EventStructure::in_immediate_conflict(EventId e, EventId f) const {
  const ObjectId object = accessed(e);
  if (e == f || object == kNoObject || object != accessed(f)) return false;
  const Event& a = (*this)[e];
  const Event& b = (*this)[f];
  if (a.mode == Mode::Shared) return b.mode == Mode::Exclusive && in_immediate_conflict(f, e);
  if (exclusive_predecessor(e) != exclusive_predecessor(f)) return false;
  if (b.mode == Mode::Exclusive) {
    if (a.place != b.place || (a.thread == b.thread && thread_predecessor(e) != thread_predecessor(f))) return false;
  } else {
    const auto reads = cut_reads(a.place);
    if (a.thread == b.thread || holds_read(reads, f) || !holds_all(reads, cut_reads(b.place))) return false;
  }
  return !in_conflict_elsewhere(e, f);
}

}  // namespace qpor::engine
