// Immediate conflict [QPOR Sec. 2], found by looking at the children of one place. X-X: both at the same cut, of different
// threads or two outcomes of one operation. X-R: same layer, the X has not seen the R, but all reads below the R.
// L and T events have none. Included by event_structure.h, for its templates.

#pragma once

#include <span>

#include "engine/event_structure.h"

namespace qpor::engine {

template <class Visit>
bool EventStructure::any_adjacent_conflict(EventId d, Visit&& visit) const {
  const Event& event = (*this)[d];
  const EventId x = exclusive_predecessor(d);
  const Event& layer = (*this)[x];
  if (event.mode == Mode::Exclusive) {
    const EventId first = has_reads(event.place) ? cuts_[event.place].first_child : layer.first_exclusive;
    for (EventId f = first; f != kNoEvent; f = (*this)[f].next_sibling) {
      if (f == d) continue;
      // Two X events of one thread at one cut conflict immediately only as outcomes of the same operation.
      if ((*this)[f].thread == event.thread && thread_predecessor(f) != thread_predecessor(d)) continue;
      if (visit(f)) return true;
    }
    const auto reads = cut_reads(event.place);
    for (EventId r = layer.first_shared; r != kNoEvent; r = (*this)[r].next_sibling) {
      if ((*this)[r].thread == event.thread || holds_read(reads, r)) continue;
      if (holds_all(reads, cut_reads((*this)[r].place)) && visit(r)) return true;
    }
    return false;
  }
  const auto below = cut_reads(event.place);
  const auto try_children = [&](EventId first, std::span<const EventId> reads) {
    if (first == kNoEvent || holds_read(reads, d) || !holds_all(reads, below)) return false;
    for (EventId f = first; f != kNoEvent; f = (*this)[f].next_sibling) {
      if ((*this)[f].thread != event.thread && visit(f)) return true;
    }
    return false;
  };
  for (CutId cut = layer.first_cut; cut != kNoCut; cut = cuts_[cut].next_of_layer) {
    if (try_children(cuts_[cut].first_child, cut_reads(cut))) return true;
  }
  return try_children(layer.first_exclusive, {});
}

template <class Visit>
bool EventStructure::any_layer_conflict(EventId d, Visit&& visit) const {
  const Event& event = (*this)[d];
  const Event& layer = (*this)[exclusive_predecessor(d)];
  const bool is_exclusive = event.mode == Mode::Exclusive;
  const auto try_children = [&](EventId first, std::span<const EventId> reads) {
    if (first == kNoEvent || (!is_exclusive && holds_read(reads, d))) return false;
    for (EventId f = first; f != kNoEvent; f = (*this)[f].next_sibling) {
      if (f != d && visit(f)) return true;
    }
    return false;
  };
  for (CutId cut = layer.first_cut; cut != kNoCut; cut = cuts_[cut].next_of_layer) {
    if (try_children(cuts_[cut].first_child, cut_reads(cut))) return true;
  }
  if (try_children(layer.first_exclusive, {})) return true;
  if (!is_exclusive) return false;
  const auto reads = cut_reads(event.place);
  for (EventId r = layer.first_shared; r != kNoEvent; r = (*this)[r].next_sibling) {
    if (!holds_read(reads, r) && visit(r)) return true;
  }
  return false;
}

}  // namespace qpor::engine
