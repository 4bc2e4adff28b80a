#include "engine/unfolding/event_structure.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include <boost/container/small_vector.hpp>

#include "engine/program/count.h"

namespace qpor::engine {
namespace {

/// From so many on it pays to graft histories instead of merging maps. Measured: with 19 threads merging takes 0.9 of
/// the time of a whole exploration with grafts; with 200 threads and as many locks grafts take 0.4 of that with
/// merging.
constexpr std::size_t kManyThreads = 64;
constexpr std::size_t kManyObjects = 16;

}  // namespace

EventStructure::EventStructure(Semantics& semantics, unsigned skip_step, bool graft_always)
    : semantics_(semantics),
      names_(semantics),
      graft_always_(graft_always),
      thread_tree_(skip_step),
      object_tree_(skip_step),
      slots_(1024, kNoEvent) {}

EventId EventStructure::bottom(ObjectId object) {
  if (index(object) >= bottoms_.size()) bottoms_.resize(index(object) + 1, kNoEvent);
  EventId& known = bottoms_[index(object)];
  if (known == kNoEvent) {
    known = allocate();
    Event& event = at(known);
    event.mode = Mode::Bottom;
    event.object = object;
    event.state = semantics_.initial(object);
    event.hash = names_.bottom(object);
    event.objects = PersistentMaps::kEmptyMap;
    object_tree_.place_root(index(known));
  }
  return known;
}

// --- cuts

CutId EventStructure::intern_cut(EventId exclusive, std::span<const EventId> reads) {
  if (reads.empty()) return cut_without_reads(exclusive);
  assert(std::is_sorted(reads.begin(), reads.end(),
                        [this](EventId a, EventId b) { return (*this)[a].thread < (*this)[b].thread; }));
  // A sum, so that the hash does not depend on how threads are numbered.
  std::uint64_t sum = 0;
  for (const EventId read : reads) sum += mix((*this)[read].hash);
  const std::uint64_t hash = fold((*this)[exclusive].hash, sum);
  if (const CutId known = cuts_.find(exclusive, reads, hash); known != kNoCut) return known;

  scratch_.assign(reads.begin(), reads.end());  // `reads` may point into the table that is about to grow
  const State state = state_with_reads(exclusive, scratch_);
  const CutId cut = cuts_.add(exclusive, scratch_, hash);
  CutRecord& record = cuts_[cut];
  record.state = state;
  for (const EventId read : scratch_) record.threads |= std::uint64_t{1} << (index((*this)[read].thread) % 64);
  return cut;
}

State EventStructure::state_with_reads(EventId exclusive, std::span<const EventId> reads) {
  const Event& x = (*this)[exclusive];
  State state = x.state;
  const ObjectKind kind = vocabulary().objects[x.object].kind;
  if (!Semantics::reads_count(kind)) return state;
  const bool is_of_count = is_counted(x.object);
  if (is_of_count) {
    State sum = 0;
    for (const EventId read : reads) sum += (*this)[read].state;
    state = semantics_.with_added(state, count_bytes(x.object), sum);
  }
  for (const EventId read : reads) {
    const Event& event = (*this)[read];
    if (Semantics::reads_add_up(kind)) {
      state += event.state;
    } else if (!is_of_count || operation(read).kind == OperationKind::EnqueueIf) {  // others leave the value as it is
      state = semantics_.after(operation(read), event.thread, {event.outcome, event.mode}, state);
    }
  }
  return state;
}

CutId EventStructure::own_cut(EventId event) {
  const Event& e = (*this)[event];
  if (e.mode == Mode::Exclusive) return cut_without_reads(event);
  assert(e.mode == Mode::Shared);
  boost::container::small_vector<EventId, 16> reads;
  bool is_placed = false;
  for (const EventId read : cut_reads(e.place)) {
    if (!is_placed && (*this)[read].thread >= e.thread) {
      reads.push_back(event);
      is_placed = true;
      if ((*this)[read].thread == e.thread) continue;
    }
    reads.push_back(read);
  }
  if (!is_placed) reads.push_back(event);
  return intern_cut(exclusive_predecessor(event), {reads.data(), reads.size()});
}

CutId EventStructure::shared_place(EventId thread_predecessor, EventId exclusive) {
  if (thread_predecessor == kNoEvent) return cut_without_reads(exclusive);
  const ObjectId object = (*this)[exclusive].object;
  const Event& previous = (*this)[thread_predecessor];
  if (previous.mode == Mode::Shared && previous.object == object) {
    return exclusive_predecessor(thread_predecessor) == exclusive ? own_cut(thread_predecessor)
                                                                  : cut_without_reads(exclusive);
  }
  const std::uint32_t cut = maps_.lookup(objects_of(thread_predecessor), index(object));
  if (cut == kNoIndex || cut_exclusive(static_cast<CutId>(cut)) != exclusive) return cut_without_reads(exclusive);
  return static_cast<CutId>(cut);
}

// --- interning events

std::uint64_t EventStructure::name_hash(const Name& name) {
  const std::uint64_t predecessor =
      name.thread_predecessor != kNoEvent ? (*this)[name.thread_predecessor].hash : std::uint64_t{0};
  const std::uint64_t hash = names_.of(name.thread, name.operation, name.outcome, predecessor);
  switch (name.outcome.mode) {
    case Mode::Exclusive:
      return fold(hash, has_reads(name.place) ? cuts_[name.place].hash : (*this)[cut_exclusive(name.place)].hash);
    case Mode::Shared: return fold(hash, (*this)[cut_exclusive(name.place)].hash);
    case Mode::Token: {
      std::uint64_t sum = 0;
      for (const EventId cause : name.causes) sum += mix((*this)[cause].hash);
      return fold(hash, sum);
    }
    case Mode::Local:
    case Mode::Bottom: break;
  }
  return hash;
}

bool EventStructure::has_name(EventId event, const Name& name) const {
  const Event& e = (*this)[event];
  if (e.thread != name.thread || e.operation != name.operation || e.outcome != name.outcome.value ||
      e.mode != name.outcome.mode || thread_predecessor(event) != name.thread_predecessor) {
    return false;
  }
  switch (e.mode) {
    case Mode::Exclusive: return e.place == name.place;
    case Mode::Shared: return exclusive_predecessor(event) == cut_exclusive(name.place);
    case Mode::Token: return std::ranges::equal(causes(event), name.causes);
    case Mode::Local:
    case Mode::Bottom: break;
  }
  return true;
}

EventId EventStructure::intern(const Name& name) {
  const std::uint64_t hash = name_hash(name);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = hash & mask; slots_[slot] != kNoEvent; slot = (slot + 1) & mask) {
    const EventId event = slots_[slot];
    if ((*this)[event].hash == hash && has_name(event, name)) return event;
  }
  return make(name, hash);
}

EventId EventStructure::allocate() {
  EventId event = free_;
  if (event != kNoEvent) {
    free_ = (*this)[event].next_sibling;
    at(event) = Event{};
  } else {
    assert(events_.size() < kListBit - 1);
    event = static_cast<EventId>(events_.size());
    // By a quarter, not to the double: U is most of our memory.
    if (events_.size() == events_.capacity()) events_.reserve(events_.size() + events_.size() / 4 + 64);
    events_.emplace_back();
  }
  at(event).is_live = true;
  return event;
}

EventId EventStructure::make(const Name& name, std::uint64_t hash) {
  if ((live_ + 1) * 5 > slots_.size() * 3) grow_table();
  const EventId event = allocate();
  {
    Event& e = at(event);
    e.hash = hash;
    e.thread = name.thread;
    e.operation = name.operation;
    e.object = vocabulary().operations[name.operation].object;
    e.outcome = name.outcome.value;
    e.mode = name.outcome.mode;
    e.place = name.place;
  }
  if (name.thread_predecessor == kNoEvent) {
    thread_tree_.place_root(index(event));
  } else {
    thread_tree_.place(index(event), index(name.thread_predecessor));
  }
  const Operation& op = operation(event);
  if (op.kind == OperationKind::AtomicCount && counts_) note_count(op);
  switch (name.outcome.mode) {
    case Mode::Exclusive: {
      const EventId x = cut_exclusive(name.place);
      object_tree_.place(index(event), index(x));
      at(event).state = semantics_.after(op, name.thread, name.outcome, cut_state(name.place));
      if (has_reads(name.place)) {
        CutRecord& cut = cuts_[name.place];
        at(event).next_sibling = std::exchange(cut.first_child, event);
        if (!std::exchange(cut.is_linked, true)) cut.next_of_layer = std::exchange(at(x).first_cut, name.place);
      } else {
        at(event).next_sibling = std::exchange(at(x).first_exclusive, event);
      }
      break;
    }
    case Mode::Shared: {
      const EventId x = cut_exclusive(name.place);
      object_tree_.place(index(event), index(x));
      at(event).next_sibling = std::exchange(at(x).first_shared, event);
      const ObjectKind kind = object_kind_of(op.kind);
      const bool is_of_count = is_counted(op.object);
      if (Semantics::reads_add_up(kind) || is_of_count) {
        State before = 0;  // what the earlier reads of this thread in this layer contribute
        for (const EventId read : cut_reads(name.place)) {
          if ((*this)[read].thread == name.thread) before = (*this)[read].state;
        }
        if (!is_of_count) {
          at(event).state = semantics_.after(op, name.thread, name.outcome, before);
        } else {
          const bool counts = op.kind == OperationKind::AtomicCount;
          at(event).state = before + (counts ? change_of(op, name.outcome.value) : 0);
        }
      }
      break;
    }
    case Mode::Token:
      assert(!name.causes.empty());
      if (name.causes.size() == 1) {
        at(event).place = cut_without_reads(name.causes.front());
      } else {
        std::uint32_t list = static_cast<std::uint32_t>(lists_.size());
        if (free_lists_.empty()) {
          lists_.emplace_back();
        } else {
          list = free_lists_.back();
          free_lists_.pop_back();
        }
        lists_[list].assign(name.causes.begin(), name.causes.end());
        at(event).place = static_cast<CutId>(list | kListBit);
      }
      break;
    case Mode::Local:
    case Mode::Bottom: break;
  }
  know_threads(event);
  put_in_table(event);
  ++live_;
  ++discovered_;
  return event;
}

std::span<const EventId> EventStructure::causes(EventId event) const {
  const Event& e = (*this)[event];
  assert(e.mode == Mode::Token);
  if ((index(e.place) & kListBit) != 0) return lists_[index(e.place) & ~kListBit];
  static_assert(sizeof(CutId) == sizeof(EventId));
  return {reinterpret_cast<const EventId*>(&e.place), 1};
}

// --- what a new event knows: the union of what its causes know (invariant 4)

/// Calls visit(cause) for the thread predecessor, and for each other cause that is not below it: what that one knows
/// is known already. REQUIRES: the event stands in its trees.
template <class Visit>
void EventStructure::for_each_new_cause(EventId event, Visit&& visit) const {
  const Event& e = (*this)[event];
  const EventId previous = thread_predecessor(event);
  if (previous != kNoEvent) visit(previous);
  const auto visit_new = [&](EventId cause) {
    if (previous == kNoEvent || !is_below(cause, previous)) visit(cause);
  };
  switch (e.mode) {
    case Mode::Token:
      for (const EventId cause : causes(event)) visit_new(cause);
      break;
    case Mode::Exclusive:
      if (has_reads(e.place)) {  // the reads know the X event before them
        for (const EventId read : cut_reads(e.place)) visit_new(read);
        break;
      }
      [[fallthrough]];
    case Mode::Shared:
      if (const EventId x = exclusive_predecessor(event); (*this)[x].mode != Mode::Bottom) visit_new(x);
      break;
    case Mode::Local:
    case Mode::Bottom: break;
  }
}

/// What its causes know together: the union of their maps, by including(cause). What the history of one adds to that of
/// the other is often a few events only, although the maps differ in many places: two threads that take the same locks
/// one after the other know each lock at another event. Then these events are put in one by one, by add(map, event).
template <class Including, class Add, class Combine>
PersistentMaps::Ref EventStructure::known_of_causes(EventId event, bool grafts, Including&& including, Add&& add,
                                                    Combine&& combine) {
  new_causes_.clear();
  for_each_new_cause(event, [this](EventId cause) { new_causes_.push_back(cause); });
  known_.clear();
  for (const EventId cause : new_causes_) known_.push_back(including(cause));
  if (new_causes_.size() == 2 && new_causes_.front() == thread_predecessor(event)) {
    if (is_below(new_causes_[0], new_causes_[1])) return known_[1];  // a lock that others had since this thread had it
    Graft added;
    for (std::size_t stock = 0; grafts && stock < 2; ++stock) {
      if (!is_graft(new_causes_[stock], new_causes_[1 - stock], added)) continue;
      PersistentMaps::Ref map = known_[stock];
      for (const EventId each : added) map = add(map, each);
      return map;
    }
  }
  return maps_.merge_all(known_, [&](std::uint32_t, std::uint32_t a, std::uint32_t b) { return combine(a, b); });
}

/// Does the history of `grafted` add no more than a few events to that of `stock`? Then these are they.
bool EventStructure::is_graft(EventId stock, EventId grafted, Graft& added) const {
  added.clear();
  const auto add = [&](EventId cause) {
    if (added.size() == added.capacity()) return false;
    if (!is_below(cause, stock) && std::find(added.begin(), added.end(), cause) == added.end()) added.push_back(cause);
    return true;
  };
  bool are_few = add(grafted);
  for (std::size_t i = 0; i < added.size() && are_few; ++i) {  // grows while it is walked
    for_each_cause(added[i], [&](EventId cause) { are_few = are_few && add(cause); });
  }
  return are_few;
}

void EventStructure::know_threads(EventId event) {
  const EventId previous = thread_predecessor(event);
  const bool grafts = graft_always_ || vocabulary().threads.size() > kManyThreads;
  const PersistentMaps::Ref threads = known_of_causes(
      event, grafts,
      [&](EventId cause) { return cause == previous ? (*this)[cause].threads : threads_including(cause); },
      [this](PersistentMaps::Ref map, EventId each) {
        const std::uint32_t thread = index((*this)[each].thread);
        const std::uint32_t last = maps_.lookup(map, thread);
        return maps_.insert(map, thread, last == kNoIndex ? index(each) : combine_threads(last, index(each)));
      },
      [this](std::uint32_t a, std::uint32_t b) { return combine_threads(a, b); });
  at(event).threads = threads;
}

/// REQUIRES: what its causes know is known.
void EventStructure::know_objects(EventId event) {
  const ObjectId own = accessed(event);
  const bool grafts = graft_always_ || vocabulary().objects.size() > kManyObjects;
  const PersistentMaps::Ref objects = known_of_causes(
      event, grafts, [&](EventId cause) { return objects_including(cause, own); },
      [&](PersistentMaps::Ref map, EventId each) {
        const ObjectId object = accessed(each);
        if (object == kNoObject || object == own) return map;
        const std::uint32_t cut = index(own_cut(each));
        const std::uint32_t known = maps_.lookup(map, index(object));
        return maps_.insert(map, index(object), known == kNoIndex ? cut : combine_cuts(known, cut));
      },
      [this](std::uint32_t a, std::uint32_t b) {
        // Mostly cuts without reads, of which the deeper one is the newer.
        const auto cut_a = static_cast<CutId>(a);
        const auto cut_b = static_cast<CutId>(b);
        if (has_reads(cut_a) || has_reads(cut_b)) return combine_cuts(a, b);
        return object_depth(cut_exclusive(cut_a)) > object_depth(cut_exclusive(cut_b)) ? a : b;
      });
  at(event).objects = objects;
}

/// Of the event, and before it of all that it rests on, with a stack of its own: histories are long.
void EventStructure::know_objects_below(EventId event) {
  const std::size_t bottom = unknown_.size();
  unknown_.push_back(event);
  while (unknown_.size() > bottom) {
    const EventId top = unknown_.back();
    const std::size_t size = unknown_.size();
    if ((*this)[top].objects == Event::kUnknown) {
      for_each_new_cause(top, [this](EventId cause) {
        if ((*this)[cause].objects == Event::kUnknown) unknown_.push_back(cause);
      });
      if (unknown_.size() > size) continue;
      know_objects(top);
    }
    unknown_.pop_back();
  }
}

// An event's own entries may be stale (invariant 4), so they may as well be put right for good when the first
// successor elsewhere asks for them: the next one finds them there, and shares the map.

PersistentMaps::Ref EventStructure::threads_including(EventId event) {
  Event& e = at(event);
  e.threads = maps_.insert(e.threads, index(e.thread), index(event));
  return e.threads;
}

PersistentMaps::Ref EventStructure::objects_including(EventId event, ObjectId except) {
  const ObjectId object = accessed(event);
  if (object != kNoObject && object != except) {
    const CutId cut = own_cut(event);
    at(event).objects = maps_.insert((*this)[event].objects, index(object), index(cut));
  }
  return (*this)[event].objects;
}

std::uint32_t EventStructure::combine_threads(std::uint32_t a, std::uint32_t b) const {
  return thread_tree_.depth(a) >= thread_tree_.depth(b) ? a : b;
}

std::uint32_t EventStructure::combine_cuts(std::uint32_t a, std::uint32_t b) {
  const auto cut_a = static_cast<CutId>(a);
  const auto cut_b = static_cast<CutId>(b);
  const EventId x = cut_exclusive(cut_a);
  const EventId y = cut_exclusive(cut_b);
  if (x != y) return object_depth(x) > object_depth(y) ? a : b;
  if (!has_reads(cut_a)) return b;
  if (!has_reads(cut_b)) return a;
  const auto left = cut_reads(cut_a);
  const auto right = cut_reads(cut_b);
  boost::container::small_vector<EventId, 16> reads;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < left.size() || j < right.size()) {
    if (j == right.size() || (i < left.size() && (*this)[left[i]].thread < (*this)[right[j]].thread)) {
      reads.push_back(left[i++]);
    } else if (i == left.size() || (*this)[right[j]].thread < (*this)[left[i]].thread) {
      reads.push_back(right[j++]);
    } else {
      reads.push_back(thread_depth(left[i]) >= thread_depth(right[j]) ? left[i] : right[j]);
      ++i;
      ++j;
    }
  }
  return index(intern_cut(x, {reads.data(), reads.size()}));
}

// --- the hash table

void EventStructure::put_in_table(EventId event) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = (*this)[event].hash & mask;
  while (slots_[slot] != kNoEvent) slot = (slot + 1) & mask;
  slots_[slot] = event;
}

void EventStructure::grow_table() {
  std::vector<EventId> old(slots_.size() * 2, kNoEvent);
  old.swap(slots_);
  for (const EventId event : old) {
    if (event != kNoEvent) put_in_table(event);
  }
}

// --- pruning

void EventStructure::unmark_all() {
  for (Event& event : events_) event.is_marked = false;
}

void EventStructure::mark_local_configuration(EventId event) {
  assert(stack_.empty());
  if (at(event).is_marked) return;
  at(event).is_marked = true;
  stack_.push_back(event);
  while (!stack_.empty()) {
    const EventId next = stack_.back();
    stack_.pop_back();
    for_each_cause(next, [this](EventId cause) {
      if (at(cause).is_marked) return;
      at(cause).is_marked = true;
      stack_.push_back(cause);
    });
  }
}

void EventStructure::keep_live_children(EventId* link) {
  while (*link != kNoEvent) {
    Event& child = at(*link);
    if (child.is_marked) {
      link = &child.next_sibling;
    } else {
      *link = child.next_sibling;
    }
  }
}

void EventStructure::release(EventId event) {
  Event& e = at(event);
  if (e.mode == Mode::Token && (index(e.place) & kListBit) != 0) {
    free_lists_.push_back(index(e.place) & ~kListBit);
  }
  if (object_tree_.contains(index(event))) object_tree_.remove(index(event));
  thread_tree_.remove(index(event));
  e.is_live = false;
  e.next_sibling = free_;
  free_ = event;
  --live_;
}

std::size_t EventStructure::sweep() {
  // Children first: the lists run through events that are about to go.
  for (Event& event : events_) {
    if (!event.is_live || (!event.is_marked && event.mode != Mode::Bottom)) continue;
    const auto mark_cut = [this](std::uint32_t cut) { cuts_.mark(static_cast<CutId>(cut)); };
    maps_.mark(event.threads, [](std::uint32_t) {});
    if (event.objects != Event::kUnknown) maps_.mark(event.objects, mark_cut);
    if (event.mode == Mode::Exclusive || event.mode == Mode::Shared) cuts_.mark(event.place);
    if (event.mode != Mode::Exclusive && event.mode != Mode::Bottom) continue;
    keep_live_children(&event.first_exclusive);
    keep_live_children(&event.first_shared);
  }
  for (Event& event : events_) {
    if (!event.is_live || (!event.is_marked && event.mode != Mode::Bottom)) continue;
    if (event.mode != Mode::Exclusive && event.mode != Mode::Bottom) continue;
    CutId* link = &event.first_cut;
    while (*link != kNoCut) {
      CutRecord& record = cuts_[*link];
      keep_live_children(&record.first_child);
      if (record.first_child != kNoEvent) {
        link = &record.next_of_layer;
      } else {
        record.is_linked = false;
        *link = record.next_of_layer;
      }
    }
  }
  cuts_.sweep();
  maps_.sweep();
  ++generation_;
  const std::size_t before = live_;
  std::fill(slots_.begin(), slots_.end(), kNoEvent);
  for (std::size_t i = 0; i < events_.size(); ++i) {
    Event& event = events_[i];
    if (!event.is_live || event.mode == Mode::Bottom) continue;
    const auto id = static_cast<EventId>(i);
    if (event.is_marked) {
      put_in_table(id);
    } else {
      release(id);
    }
  }
  return before - live_;
}

std::size_t EventStructure::bytes() const {
  std::size_t bytes = events_.capacity() * sizeof(Event) + thread_tree_.bytes() + object_tree_.bytes() + maps_.bytes() +
                      cuts_.bytes() + slots_.capacity() * sizeof(EventId) + bottoms_.capacity() * sizeof(EventId);
  for (const auto& list : lists_) bytes += list.capacity() * sizeof(EventId) + sizeof(list);
  return bytes;
}

}  // namespace qpor::engine
