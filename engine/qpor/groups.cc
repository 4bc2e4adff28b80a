#include "engine/qpor/groups.h"

#include <algorithm>
#include <cassert>

namespace qpor::engine {

// --- consistency

bool Consistency::admits(std::span<const EventId> chosen, EventId candidate) const {
  return std::all_of(structure_.counted().begin(), structure_.counted().end(), [&](ObjectId object) {
    // Those that know less of the object are below the others: they are compatible.
    EventId exclusive = structure_.known_cut(candidate, object).exclusive;
    if (exclusive == kNoEvent) return true;
    const CutView here = configuration_.cut(object);
    const std::uint32_t depth = structure_.object_depth(exclusive);
    if (structure_.object_depth(here.exclusive) > depth) return true;
    layer_.clear();
    std::size_t parts = 0;
    const auto add = [&](const CutView& view) {
      if (view.exclusive != exclusive || (view.reads.empty() && view.newest == kNoEvent)) return;
      structure_.merge_reads(layer_, view);
      ++parts;
    };
    add(here);
    for (const EventId event : chosen) {
      const CutView known = structure_.known_cut(event, object);
      if (known.exclusive == kNoEvent) continue;
      if (structure_.object_depth(known.exclusive) > depth) return true;
      add(known);
    }
    add(structure_.known_cut(candidate, object));
    return parts < 3 || structure_.is_stable(exclusive, layer_);
  });
}

bool Consistency::rule_out_together(std::span<const EventId> events, EventId u) const {
  const ObjectId object = structure_[u].object;
  const CutView here = configuration_.cut(object);
  layer_.assign(here.reads.begin(), here.reads.end());
  for (const EventId event : events) {
    const CutView known = structure_.known_cut(event, object);
    if (known.exclusive == here.exclusive) structure_.merge_reads(layer_, known);
  }
  structure_.merge_read(layer_, u);
  return !structure_.is_stable(here.exclusive, layer_);
}

// --- groups

void Groups::find(EventId d, std::vector<Group>& out) {
  d_ = d;
  first_found_ = out.size();
  chosen_.clear();
  collect(d);
  search(0, out);
}

/// Known events of the layer, by thread, that C + [f] may have.
void Groups::collect(EventId d) {
  contributors_.clear();
  const EventId exclusive = structure_.exclusive_predecessor(d);
  assert(exclusive == configuration_.cut(structure_[d].object).exclusive);
  const ThreadId own = structure_[d].thread;
  for (EventId f = structure_[exclusive].first_shared; f != kNoEvent; f = structure_[f].next_sibling) {
    const ThreadId thread = structure_[f].thread;
    if (thread == own || structure_[f].is_in_configuration || !configuration_.can_avoid_disabled_to(f)) continue;
    auto place = std::find_if(contributors_.begin(), contributors_.end(),
                              [&](const Contributor& each) { return each.thread == thread; });
    if (place == contributors_.end()) place = contributors_.insert(place, {thread, {}, {}});
    place->events.push_back(f);
    add_to_range(place->range, f);
  }
}

/// Does one of the groups found lie within the chosen events?
bool Groups::is_known(const std::vector<Group>& groups) const {
  for (std::size_t i = first_found_; i < groups.size(); ++i) {
    const bool is_within = std::all_of(groups[i].begin(), groups[i].end(), [&](EventId member) {
      return std::any_of(chosen_.begin(), chosen_.end(),
                         [&](EventId event) { return structure_.is_below(member, event); });
    });
    if (is_within) return true;
  }
  return false;
}

void Groups::search(std::size_t contributor, std::vector<Group>& out) {
  if (!chosen_.empty()) {
    if (is_known(out)) return;
    if (consistency_.rule_out_together(chosen_, d_)) {
      out.push_back(chosen_);
      return;
    }
  }
  if (contributor == contributors_.size() || !may_become_unstable(contributor)) return;
  search(contributor + 1, out);  // without one of this thread
  for (const EventId f : contributors_[contributor].events) {
    if (!adds_only_later_threads(f, contributor)) continue;
    const bool is_compatible =
        std::none_of(chosen_.begin(), chosen_.end(), [&](EventId event) { return structure_.in_conflict(event, f); });
    if (!is_compatible || !consistency_.admits(chosen_, f)) continue;
    chosen_.push_back(f);
    search(contributor + 1, out);
    chosen_.pop_back();
  }
}

/// Of the threads before, f has no more in its history than there is: else the same group is found by their events.
bool Groups::adds_only_later_threads(EventId f, std::size_t contributor) const {
  const auto members = structure_.cut_reads(structure_[f].place);
  return std::all_of(members.begin(), members.end(), [&](EventId member) {
    if (structure_[member].is_in_configuration) return true;
    const auto end = contributors_.begin() + static_cast<std::ptrdiff_t>(contributor);
    const bool is_decided = std::any_of(
        contributors_.begin(), end, [&](const Contributor& each) { return each.thread == structure_[member].thread; });
    return !is_decided || std::any_of(chosen_.begin(), chosen_.end(),
                                      [&](EventId event) { return structure_.is_below(member, event); });
  });
}

void Groups::add_to_range(Range& range, EventId last) const {
  std::vector<EventId> chain;
  for (EventId event = last; event != kNoEvent; event = structure_.previous_of_layer(event)) chain.push_back(event);
  std::int64_t sum = 0;
  for (std::size_t i = chain.size(); i > 0; --i) {
    const CountEffect effect = count_effect(structure_.operation(chain[i - 1]), structure_[chain[i - 1]].outcome);
    if (effect.test != CountEffect::Test::None) {
      const Range::Tested tested{effect, sum};
      if (std::find(range.tests.begin(), range.tests.end(), tested) == range.tests.end()) range.tests.push_back(tested);
    }
    sum += effect.change;
    range.least = std::min(range.least, sum);
    range.greatest = std::max(range.greatest, sum);
  }
}

/// With whatever the threads from this one on may contribute.
bool Groups::may_become_unstable(std::size_t contributor) {
  const ObjectId object = structure_[d_].object;
  const CutView here = configuration_.cut(object);
  layer_.assign(here.reads.begin(), here.reads.end());
  for (const EventId event : chosen_) {
    const CutView known = structure_.known_cut(event, object);
    if (known.exclusive == here.exclusive) structure_.merge_reads(layer_, known);
  }
  structure_.merge_read(layer_, d_);
  ranges_.clear();
  for (std::size_t i = contributor; i < contributors_.size(); ++i) ranges_.push_back(contributors_[i].range);
  for (const EventId last : layer_) {
    const auto open =
        std::find_if(contributors_.begin() + static_cast<std::ptrdiff_t>(contributor), contributors_.end(),
                     [&](const Contributor& each) { return each.thread == structure_[last].thread; });
    if (open == contributors_.end()) ranges_.emplace_back();
    Range& range = open == contributors_.end()
                       ? ranges_.back()
                       : ranges_[static_cast<std::size_t>(open - contributors_.begin()) - contributor];
    add_to_range(range, last);
  }
  std::int64_t lowest = structure_.count_after(here.exclusive);
  std::int64_t highest = lowest;
  for (const Range& range : ranges_) {
    lowest += range.least;
    highest += range.greatest;
  }
  if (!structure_.are_counts(object, lowest, highest)) return true;
  return std::any_of(ranges_.begin(), ranges_.end(), [&](const Range& range) {
    return std::any_of(range.tests.begin(), range.tests.end(), [&](const Range::Tested& tested) {
      return !tested.effect.is_safe(lowest - range.least + tested.before, highest - range.greatest + tested.before);
    });
  });
}

}  // namespace qpor::engine
