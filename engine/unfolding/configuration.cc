#include "engine/unfolding/configuration.h"

#include <algorithm>
#include <cassert>

namespace qpor::engine {

void Configuration::add_object() {
  const auto object = static_cast<ObjectId>(objects_.size());
  ObjectNow now;
  now.exclusive = structure_.bottom(object);
  objects_.push_back(std::move(now));
}

std::vector<EventId>::iterator Configuration::read_of(ObjectNow& object, ThreadId thread) {
  return std::lower_bound(object.reads.begin(), object.reads.end(), thread,
                          [this](EventId read, ThreadId wanted) { return structure_[read].thread < wanted; });
}

void Configuration::push(EventId id) {
  const Event& event = structure_[id];
  assert(structure_.thread_predecessor(id) == last_of_thread(event.thread));
  Frame frame;
  frame.event = id;
  last_[index(event.thread)] = id;
  hash_ += mix(event.hash);
  if (event.mode == Mode::Exclusive || event.mode == Mode::Shared) push_access(event, frame);
  trail_.push_back(frame);
  structure_.set_in_configuration(id, true);
}

EventId Configuration::pop() {
  const Frame frame = trail_.back();
  trail_.pop_back();
  const Event& event = structure_[frame.event];
  if (event.mode == Mode::Exclusive || event.mode == Mode::Shared) pop_access(event, frame);
  last_[index(event.thread)] = structure_.thread_predecessor(frame.event);
  hash_ -= mix(event.hash);
  structure_.set_in_configuration(frame.event, false);
  return frame.event;
}

void Configuration::push_access(const Event& event, Frame& frame) {
  ObjectNow& object = objects_[index(event.object)];
  if (event.mode == Mode::Exclusive) {
    frame.replaced = object.exclusive;
    frame.saved_reads = static_cast<std::uint32_t>(object.reads.size());
    saved_reads_.insert(saved_reads_.end(), object.reads.begin(), object.reads.end());
    object.reads.clear();
    object.exclusive = frame.event;
    return;
  }
  const auto place = read_of(object, event.thread);
  if (place != object.reads.end() && structure_[*place].thread == event.thread) {
    frame.replaced = *place;
    *place = frame.event;
  } else {
    object.reads.insert(place, frame.event);
  }
}

void Configuration::pop_access(const Event& event, const Frame& frame) {
  ObjectNow& object = objects_[index(event.object)];
  if (event.mode == Mode::Exclusive) {
    object.exclusive = frame.replaced;
    const auto first = saved_reads_.end() - static_cast<std::ptrdiff_t>(frame.saved_reads);
    object.reads.assign(first, saved_reads_.end());
    saved_reads_.erase(first, saved_reads_.end());
    return;
  }
  const auto place = read_of(object, event.thread);
  assert(place != object.reads.end() && *place == frame.event);
  if (frame.replaced != kNoEvent) {
    *place = frame.replaced;
  } else {
    object.reads.erase(place);
  }
}

EventId Configuration::next_event(ThreadId thread, OperationId operation_id, Outcome outcome,
                                  std::span<const EventId> causes) {
  const Operation& operation = structure_.vocabulary().operations[operation_id];
  Name name{thread, operation_id, outcome, last_of_thread(thread), kNoCut, {}};
  switch (outcome.mode) {
    case Mode::Local: break;
    case Mode::Token: name.causes = causes; break;
    case Mode::Exclusive: {
      const ObjectNow& object = now(operation.object);
      name.place = structure_.intern_cut(object.exclusive, object.reads);
      break;
    }
    case Mode::Shared:
      name.place = structure_.shared_place(name.thread_predecessor, now(operation.object).exclusive);
      break;
    case Mode::Bottom: assert(false); break;
  }
  return structure_.intern(name);
}

/// An event of C in conflict with an event that is not in C, as far as their own accesses go, or kNoEvent. If the X
/// event before it is not in C either, that one decides; tokens and local events have no opponents.
EventId Configuration::opponent_of(EventId id) const {
  const Event& event = structure_[id];
  if (event.mode != Mode::Exclusive && event.mode != Mode::Shared) return kNoEvent;
  const EventId before = structure_.exclusive_predecessor(id);
  const ObjectNow& object = now(event.object);
  if (before != object.exclusive) {
    const Event& x = structure_[before];
    if (!x.is_in_configuration && x.mode != Mode::Bottom) return kNoEvent;
    return structure_.exclusive_ancestor(object.exclusive, structure_.object_depth(before) + 1);
  }
  if (event.mode == Mode::Shared || object.reads.empty()) return kNoEvent;
  const auto seen = structure_.cut_reads(event.place);
  if (structure_.holds_all(seen, object.reads)) return kNoEvent;
  return *std::find_if(object.reads.begin(), object.reads.end(),
                       [&](EventId read) { return !structure_.holds_read(seen, read); });
}

bool Configuration::is_still_blocked(EventId event, Walk walk) const {
  const std::uint32_t obstacle = walked_[index(event)].obstacle;
  if (obstacle == kNoIndex) return false;
  if ((obstacle & kDisabledBit) == 0) return structure_[static_cast<EventId>(obstacle)].is_in_configuration;
  return walk == Walk::AvoidingDisabled && structure_[static_cast<EventId>(obstacle & ~kDisabledBit)].is_asleep;
}

void Configuration::begin_walk() const {
  if (++walk_ != 0) return;
  for (Walked& walked : walked_) walked.walk = 0;
  walk_ = 1;
}

bool Configuration::has_way_to(EventId target, Walk walk) const {
  if (structure_[target].is_in_configuration) return true;
  if (generation_ != structure_.generation()) {  // events may have changed their numbers
    walked_.clear();
    walk_ = kFirstWalk;
    generation_ = structure_.generation();
  }
  if (walked_.size() < structure_.id_bound()) {
    if (walked_.capacity() < structure_.id_bound()) walked_.reserve(structure_.id_bound() + structure_.id_bound() / 4);
    walked_.resize(structure_.id_bound());
  }
  if (is_still_blocked(target, walk)) return false;
  begin_walk();
  counted_.clear();
  stack_.assign(1, target);
  Walked& known = walked_[index(target)];
  known.walk = walk_;
  while (!stack_.empty()) {
    const EventId event = stack_.back();
    stack_.pop_back();
    if (walk == Walk::AvoidingDisabled && structure_[event].is_asleep) {
      known.obstacle = index(event) | kDisabledBit;
      return false;
    }
    if (const EventId opponent = opponent_of(event); opponent != kNoEvent) {
      known.obstacle = index(opponent);
      return false;
    }
    if (structure_.has_counts()) note_counted(event);
    structure_.for_each_cause(event, [this, walk](EventId cause) {
      Walked& walked = walked_[index(cause)];
      if (structure_[cause].is_in_configuration || walked.walk == walk_) return;
      if (walk == Walk::StoppingAtMarks && structure_[cause].is_marked) return;
      walked.walk = walk_;
      stack_.push_back(cause);
    });
  }
  return counted_.empty() || joins_layers(target);
}

/// Remembers the object of an event that would be in the same layer of a counted atomic as C is.
void Configuration::note_counted(EventId id) const {
  const Event& event = structure_[id];
  if (event.mode != Mode::Shared || !structure_.is_counted(event.object)) return;
  if (structure_.exclusive_predecessor(id) != now(event.object).exclusive) return;
  if (std::find(counted_.begin(), counted_.end(), event.object) == counted_.end()) counted_.push_back(event.object);
}

/// Are the layers of C with those of [target] stable? No single event of C stands in the way if they are not.
bool Configuration::joins_layers(EventId target) const {
  return std::all_of(counted_.begin(), counted_.end(), [&](ObjectId object) {
    const CutView known = structure_.known_cut(target, object);
    if (known.exclusive != now(object).exclusive) return true;  // its next X saw all of C's layer
    layer_.assign(now(object).reads.begin(), now(object).reads.end());
    structure_.merge_reads(layer_, known);
    return structure_.is_stable(known.exclusive, layer_);
  });
}

bool Configuration::well_formed() const {
  for (std::size_t position = 0; position < trail_.size(); ++position) {
    bool is_closed = true;
    structure_.for_each_cause(trail_[position].event, [&](EventId cause) {
      const auto begin = trail_.begin();
      is_closed = is_closed && std::any_of(begin, begin + static_cast<std::ptrdiff_t>(position),
                                           [cause](const Frame& frame) { return frame.event == cause; });
    });
    if (!is_closed) return false;
    for (std::size_t other = 0; other < position; ++other) {
      if (structure_.in_conflict(trail_[position].event, trail_[other].event)) return false;
    }
  }
  for (std::size_t thread = 0; thread < last_.size(); ++thread) {
    EventId last = kNoEvent;
    for (const Frame& frame : trail_) {
      if (index(structure_[frame.event].thread) == thread) last = frame.event;
    }
    if (last_[thread] != last) return false;
  }
  return true;
}

}  // namespace qpor::engine
