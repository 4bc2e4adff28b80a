// Atomics that are counted: which they are, and whether operations on them join a layer (stable_layer.h).

#include <algorithm>
#include <cassert>

#include "engine/program/count.h"
#include "engine/unfolding/event_structure.h"

namespace qpor::engine {

void EventStructure::note_count(const Operation& operation) {
  if (count_bytes(operation.object) != 0) return;
  if (count_bytes_.size() <= index(operation.object)) count_bytes_.resize(index(operation.object) + 1, 0);
  count_bytes_[index(operation.object)] = static_cast<std::uint8_t>(count_bytes_in(operation.argument2));
  counted_.push_back(operation.object);
}

EventId EventStructure::previous_of_layer(EventId event) const {
  const ThreadId thread = (*this)[event].thread;
  for (const EventId known : cut_reads((*this)[event].place)) {
    if ((*this)[known].thread == thread) return known;
  }
  return kNoEvent;
}

void EventStructure::merge_read(std::vector<EventId>& last, EventId read) const {
  const ThreadId thread = (*this)[read].thread;
  const auto place = std::lower_bound(last.begin(), last.end(), thread, [this](EventId other, ThreadId wanted) {
    return (*this)[other].thread < wanted;
  });
  if (place == last.end() || (*this)[*place].thread != thread) {
    last.insert(place, read);
  } else if (thread_depth(*place) < thread_depth(read)) {
    *place = read;
  }
}

void EventStructure::merge_reads(std::vector<EventId>& last, const CutView& view) const {
  for (const EventId read : view.reads) merge_read(last, read);
  if (view.newest != kNoEvent) merge_read(last, view.newest);
}

void EventStructure::settle_modes(ThreadId thread, EventId after, const Operation& operation, EventId exclusive,
                                  std::span<const EventId> last, Outcomes& outcomes) const {
  if (!counts_) {  // as an execution without a layer rule settles them
    for (Outcome& outcome : outcomes) {
      if (outcome.mode == Mode::Shared && change_of(operation, outcome.value) != 0) outcome.mode = Mode::Exclusive;
    }
    return;
  }
  const bool may_join = std::any_of(outcomes.begin(), outcomes.end(),
                                    [](const Outcome& outcome) { return outcome.mode == Mode::Shared; });
  if (!may_join) return;
  layer_.clear();
  if (after != kNoEvent) {
    const CutView known = known_cut(after, operation.object);
    if (known.exclusive == exclusive) merge_reads(layer_, known);
  }
  const unsigned bytes = operation.kind == OperationKind::AtomicCount ? count_bytes_in(operation.argument2)
                                                                      : count_bytes(operation.object);
  for (Outcome& outcome : outcomes) {
    if (outcome.mode != Mode::Shared) continue;
    const Newcomer newcomer{thread, &operation, outcome, layer_};
    if (!stable_layer_.is_stable(*this, bytes, exclusive, last, &newcomer)) outcome.mode = Mode::Exclusive;
  }
}

std::int64_t EventStructure::count_after(EventId exclusive) const {
  return sign_extended(semantics().value_in((*this)[exclusive].state), count_bytes((*this)[exclusive].object));
}

bool EventStructure::is_stable(EventId exclusive, std::span<const EventId> last) const {
  assert(is_counted((*this)[exclusive].object));
  return stable_layer_.is_stable(*this, count_bytes((*this)[exclusive].object), exclusive, last);
}

}  // namespace qpor::engine
