#include "engine/unfolding/immediate_conflict.h"

#include <cassert>

namespace qpor::engine {

std::uint64_t threads_of(const EventStructure& structure, std::span<const EventId> reads) {
  std::uint64_t threads = 0;
  for (const EventId read : reads) threads |= std::uint64_t{1} << (index(structure[read].thread) % 64);
  return threads;
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

bool EventStructure::has_rival(EventId event) const {
  const Event& layer = (*this)[exclusive_predecessor(event)];
  if (layer.first_cut != kNoCut) return true;
  if ((*this)[event].mode == Mode::Shared) {
    if (layer.first_exclusive != kNoEvent) return true;
    const bool is_alone = layer.first_shared == event && (*this)[event].next_sibling == kNoEvent;
    return !is_alone && is_counted(layer.object);  // others may rule it out together (groups.h)
  }
  return layer.first_shared != kNoEvent || layer.first_exclusive != event || (*this)[event].next_sibling != kNoEvent;
}

std::span<const CutId> LayerViews::cuts(EventId exclusive, ReadFilter filter) {
  if (generation_ != structure_.generation()) {
    layers_.clear();
    generation_ = structure_.generation();
  }
  const CutId newest = structure_[exclusive].first_cut;
  if (newest == kNoCut) return {};
  Layer& layer = layers_[index(exclusive)];
  while (layer.depth > 0 && !filter.is_within(layer.views[layer.depth - 1].filter)) --layer.depth;
  if (layer.depth == 0 || layer.views[layer.depth - 1].filter != filter) {
    if (layer.depth == layer.views.size()) layer.views.emplace_back();
    View& made = layer.views[layer.depth];
    made.filter = filter;
    made.newest = kNoCut;
    made.cuts.clear();
    if (layer.depth > 0) {
      View& base = layer.views[layer.depth - 1];
      bring_up_to_date(base, newest);
      for (const CutId cut : base.cuts) {
        if (filter.passes(structure_.cut_record(cut).threads)) made.cuts.push_back(cut);
      }
      made.newest = newest;
    }
    ++layer.depth;
  }
  View& view = layer.views[layer.depth - 1];
  bring_up_to_date(view, newest);
  return view.cuts;
}

void LayerViews::bring_up_to_date(View& view, CutId newest) {
  fresh_.clear();
  for (CutId cut = newest; cut != view.newest; cut = structure_.cut_record(cut).next_of_layer) {
    if (view.filter.passes(structure_.cut_record(cut).threads)) fresh_.push_back(cut);
  }
  view.cuts.insert(view.cuts.end(), fresh_.rbegin(), fresh_.rend());
  view.newest = newest;
}

ConflictCursor::ConflictCursor(const EventStructure& structure, EventId d, Reach reach, LayerViews* views,
                               ReadFilter filter, SiblingViews* siblings)
    : structure_(&structure),
      d_(d),
      exclusive_(structure.exclusive_predecessor(d)),
      siblings_(siblings),
      filter_(filter),
      reach_(reach) {
  const Event& event = structure[d];
  assert(event.mode == Mode::Exclusive || event.mode == Mode::Shared);
  if (event.mode == Mode::Exclusive && reach == Reach::Adjacent) {
    // All X events at the same cut stand in one list.
    const bool fits = admits(structure.cut_reads(event.place),
                             has_reads(event.place) ? structure.cut_record(event.place).threads : 0);
    if (fits) open({has_reads(event.place) ? event.place : kNoCut, exclusive_});
    phase_ = Phase::Reads;
  } else if (views != nullptr) {
    view_ = views->cuts(exclusive_, filter);
  } else {
    cut_ = structure[exclusive_].first_cut;
  }
}

CutId ConflictCursor::next_cut() {
  if (!view_.empty()) {
    const CutId cut = view_.back();
    view_ = view_.first(view_.size() - 1);
    return cut;
  }
  const CutId cut = cut_;
  if (cut != kNoCut) cut_ = structure_->cut_record(cut).next_of_layer;
  return cut;
}

/// May X events at a cut with these reads be in conflict with d, and have they what the caller requires?
bool ConflictCursor::admits(std::span<const EventId> reads, std::uint64_t threads) const {
  if (!filter_.passes(threads)) return false;
  const Event& event = (*structure_)[d_];
  if (event.mode == Mode::Exclusive) return true;
  const bool may_hold = (threads >> (index(event.thread) % 64) & 1u) != 0;
  if (may_hold && structure_->holds_read(reads, d_)) return false;
  return reach_ == Reach::Layer || structure_->holds_all(reads, structure_->cut_reads(event.place));
}

bool ConflictCursor::open_next_list() {
  const EventStructure& structure = *structure_;
  while (phase_ == Phase::Cuts) {
    const CutId cut = next_cut();
    if (cut == kNoCut) {
      phase_ = Phase::NoReads;
      break;
    }
    const CutRecord& record = structure.cut_record(cut);
    ++passed_;
    if (record.first_child == kNoEvent || !admits(structure.cut_reads(cut), record.threads)) continue;
    open({cut, exclusive_});
    return true;
  }
  if (phase_ == Phase::NoReads) {
    phase_ = structure[d_].mode == Mode::Exclusive ? Phase::Reads : Phase::Done;
    if (admits({}, 0)) {
      open({kNoCut, exclusive_});
      return true;
    }
  }
  if (phase_ == Phase::Reads) {
    phase_ = Phase::Done;
    child_ = structure[exclusive_].first_shared;
    list_ = {};
    in_reads_ = true;
    return true;
  }
  return false;
}

bool ConflictCursor::is_wanted(EventId f) const {
  const EventStructure& structure = *structure_;
  const Event& event = structure[d_];
  if (in_reads_) {
    const auto seen = structure.cut_reads(event.place);
    if (structure.holds_read(seen, f)) return false;
    return reach_ == Reach::Layer ||
           (structure[f].thread != event.thread && structure.holds_all(seen, structure.cut_reads(structure[f].place)));
  }
  if (f == d_) return false;
  if (reach_ == Reach::Layer || structure[f].thread != event.thread) return true;
  // Two X events of one thread at one cut part there only as outcomes of the same operation.
  return event.mode == Mode::Exclusive && structure.thread_predecessor(f) == structure.thread_predecessor(d_);
}

void ConflictCursor::open(SiblingList list) {
  list_ = list;
  length_ = 0;
  if (siblings_ != nullptr && siblings_->find(list, rest_)) return;
  child_ =
      list.cut != kNoCut ? structure_->cut_record(list.cut).first_child : (*structure_)[list.exclusive].first_exclusive;
}

EventId ConflictCursor::next() {
  do {
    while (!rest_.empty()) {
      const EventId f = rest_.back();
      rest_ = rest_.first(rest_.size() - 1);
      ++passed_;
      if (is_wanted(f)) return f;
    }
    while (child_ != kNoEvent) {
      const EventId f = child_;
      ++passed_;
      child_ = (*structure_)[f].next_sibling;
      if (++length_, siblings_ != nullptr && length_ == siblings_->long_list() && list_.exclusive != kNoEvent) {
        siblings_->note_long(list_);
      }
      if (is_wanted(f)) return f;
    }
  } while (open_next_list());
  return kNoEvent;
}

}  // namespace qpor::engine
