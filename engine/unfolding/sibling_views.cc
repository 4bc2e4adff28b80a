#include "engine/unfolding/sibling_views.h"

#include <algorithm>
#include <iterator>

namespace qpor::engine {

EventId SiblingViews::head_of(SiblingList list) const {
  return list.cut != kNoCut ? structure_.cut_record(list.cut).first_child : structure_[list.exclusive].first_exclusive;
}

void SiblingViews::forget_if_pruned() {
  if (generation_ == structure_.generation()) return;
  views_.clear();
  generation_ = structure_.generation();
}

void SiblingViews::note_long(SiblingList list) {
  forget_if_pruned();
  views_[list.key()].list = list;
}

bool SiblingViews::find(SiblingList list, std::span<const EventId>& events) {
  if (views_.empty()) return false;
  forget_if_pruned();
  const auto it = views_.find(list.key());
  if (it == views_.end()) return false;
  if (it->second.question != question_) bring_up_to_date(it->second);
  events = it->second.events;
  return true;
}

void SiblingViews::set_aside(View& view, EventId obstacle, Entry entry) {
  const auto same = std::find_if(view.buckets.rbegin(), view.buckets.rend(),
                                 [&](const Bucket& bucket) { return bucket.obstacle == obstacle; });
  if (same != view.buckets.rend()) return same->entries.push_back(entry);
  view.buckets.push_back({obstacle, {entry}});
}

void SiblingViews::bring_up_to_date(View& view) {
  view.question = question_;
  const auto by_order = [](const Entry& a, const Entry& b) { return a.order < b.order; };

  // Those whose obstacle has left C come back.
  returned_.clear();
  std::erase_if(view.buckets, [&](Bucket& bucket) {
    if (configuration_.contains(bucket.obstacle)) return false;
    returned_.insert(returned_.end(), bucket.entries.begin(), bucket.entries.end());
    return true;
  });
  std::sort(returned_.begin(), returned_.end(), by_order);

  // Those that were discovered since: the list has the newest first.
  const std::size_t old = returned_.size();
  const EventId head = head_of(view.list);
  for (EventId event = head; event != view.newest; event = structure_[event].next_sibling) {
    returned_.push_back({0, event});
  }
  std::reverse(returned_.begin() + static_cast<std::ptrdiff_t>(old), returned_.end());
  for (std::size_t i = old; i < returned_.size(); ++i) returned_[i].order = view.count++;
  view.newest = head;

  merged_.clear();
  std::merge(view.active.begin(), view.active.end(), returned_.begin(), returned_.end(), std::back_inserter(merged_),
             by_order);
  view.active.clear();
  view.events.clear();
  for (const Entry& entry : merged_) {
    const EventId obstacle = configuration_.known_obstacle(entry.event);
    if (obstacle != kNoEvent) {
      set_aside(view, obstacle, entry);
    } else {
      view.active.push_back(entry);
      view.events.push_back(entry.event);
    }
  }
}

}  // namespace qpor::engine
