// Conflict by the object trees [QPOR 5.2]: two histories conflict iff on some object that both know, their cuts do not
// extend each other. The paper's test compares lock events; ours also asks whether the shared events that one side
// has done are among those that the other side's next exclusive event saw; and, in one layer of a counted atomic,
// whether the events of both sides together are stable (stable_layer.h).

#include <cassert>

#include "engine/unfolding/event_structure.h"

namespace qpor::engine {

bool EventStructure::cuts_in_conflict(const CutView& a, const CutView& b) const {
  const std::uint32_t depth_a = object_depth(a.exclusive);
  const std::uint32_t depth_b = object_depth(b.exclusive);
  if (depth_a == depth_b) {
    if (a.exclusive != b.exclusive) return true;
    if (!has_counts() || !is_counted((*this)[a.exclusive].object)) return false;
    layer_.clear();
    merge_reads(layer_, a);
    merge_reads(layer_, b);
    return !is_stable(a.exclusive, layer_);
  }
  if (depth_a > depth_b) return cuts_in_conflict(b, a);
  // y: the X event by which b left the layer where a still is.
  const auto y = static_cast<EventId>(object_tree_.ancestor_at(index(b.exclusive), depth_a + 1));
  if (exclusive_predecessor(y) != a.exclusive) return true;
  const auto seen = cut_reads((*this)[y].place);
  if (a.newest != kNoEvent && !holds_read(seen, a.newest)) return true;
  return !holds_all(seen, a.reads);
}

bool EventStructure::in_conflict_elsewhere(EventId e, EventId f) const {
  const ObjectId own_e = accessed(e);
  const ObjectId own_f = accessed(f);
  const PersistentMaps::Ref objects_e = objects_of(e);
  const PersistentMaps::Ref objects_f = objects_of(f);
  return maps_.any_difference(objects_e, objects_f, [&](std::uint32_t key, std::uint32_t a, std::uint32_t b) {
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
  objects_of(e);  // both before there are views of cuts
  objects_of(f);
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

}  // namespace qpor::engine
