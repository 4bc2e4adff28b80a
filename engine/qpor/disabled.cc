#include "engine/qpor/disabled.h"

#include <algorithm>
#include <cassert>

#include "engine/program/dependence.h"

namespace qpor::engine {
namespace {

/// Three may be in conflict of which no two are: d, e and the layer of C. REQUIRES: both are R on one object.
[[gnu::noinline]] bool are_unstable_together(const EventStructure& structure, const Configuration& configuration,
                                             EventId d, EventId e, std::vector<EventId>& layer) {
  const ObjectId object = structure[d].object;
  if (!structure.is_counted(object)) return false;
  const CutView here = configuration.cut(object);
  layer.assign(here.reads.begin(), here.reads.end());
  structure.merge_read(layer, d);
  structure.merge_read(layer, e);
  return !structure.is_stable(here.exclusive, layer);
}

}  // namespace

bool Disabled::are_dependent(EventId d, EventId e) const {
  const Event& a = structure_[d];
  const Event& b = structure_[e];
  if (a.thread == b.thread) return true;
  if (!is_access(b.mode) || a.object != b.object) return false;  // d is an access
  if (!commute(a.mode, b.mode)) return true;
  return structure_.has_counts() && are_unstable_together(structure_, configuration_, d, e, layer_);
}

void Disabled::list(std::uint32_t entry) {
  const auto place = std::lower_bound(unjustified_entries_.begin(), unjustified_entries_.end(), entry);
  const EventId event = entries_[entry].event;
  unjustified_.insert(unjustified_.begin() + (place - unjustified_entries_.begin()), event);
  unjustified_entries_.insert(place, entry);
  structure_.set_asleep(event, true);
  const Event& e = structure_[event];
  sleep_set_.add(e.thread, {e.outcome, e.mode});
}

void Disabled::unlist(std::size_t place) {
  structure_.set_asleep(unjustified_[place], false);
  const Event& e = structure_[unjustified_[place]];
  sleep_set_.remove(e.thread, {e.outcome, e.mode});
  unjustified_.erase(unjustified_.begin() + static_cast<std::ptrdiff_t>(place));
  unjustified_entries_.erase(unjustified_entries_.begin() + static_cast<std::ptrdiff_t>(place));
}

void Disabled::add(EventId event, std::size_t depth) {
  assert(entries_.empty() || entries_.back().depth <= depth);
  entries_.push_back({event, depth, kUnjustified});
  list(static_cast<std::uint32_t>(entries_.size() - 1));
}

void Disabled::remove_last() {
  assert(!entries_.empty() && entries_.back().justified_at == kUnjustified);
  assert(unjustified_entries_.back() == entries_.size() - 1);
  unlist(unjustified_.size() - 1);
  entries_.pop_back();
}

void Disabled::event_pushed(EventId event, std::size_t position) {
  for (std::size_t place = 0; place < unjustified_.size();) {
    if (!are_dependent(unjustified_[place], event)) {
      ++place;
      continue;
    }
    const std::uint32_t entry = unjustified_entries_[place];
    entries_[entry].justified_at = position;
    justified_.push_back({position, entry});
    unlist(place);
  }
}

void Disabled::event_popped(std::size_t position) {
  while (!justified_.empty() && justified_.back().position >= position) {
    const std::uint32_t entry = justified_.back().entry;
    justified_.pop_back();
    entries_[entry].justified_at = kUnjustified;
    list(entry);
  }
  while (!entries_.empty() && entries_.back().depth > position) remove_last();
}

bool Disabled::well_formed() const {
  std::vector<EventId> expected;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (i > 0 && entries_[i - 1].depth > entries_[i].depth) return false;
    if (entries_[i].justified_at != kUnjustified) {
      if (entries_[i].justified_at < entries_[i].depth) return false;
      continue;
    }
    const Event& e = structure_[entries_[i].event];
    expected.push_back(entries_[i].event);
    if (!sleep_set_.holds(e.thread, {e.outcome, e.mode})) return false;
  }
  return expected == unjustified_ && sleep_set_.size() == unjustified_.size();
}

}  // namespace qpor::engine
