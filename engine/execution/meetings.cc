#include "engine/execution/meetings.h"

#include <algorithm>
#include <utility>

namespace qpor::engine {
namespace {

bool only_reads(OperationKind kind) {
  return kind == OperationKind::Load || kind == OperationKind::AtomicLoad || kind == OperationKind::ReadLock;
}

}  // namespace

void Meetings::note_access(ThreadId thread, const Operation& operation, std::uint32_t events) {
  if (!is_contestable(operation)) return;
  const auto [object, site] = std::pair(operation.object, operation.site);
  if (accessed_from_.size() <= site) accessed_from_.resize(site + 1, kNoObject);
  if (accessed_from_[site] == kNoObject) accessed_from_[site] = object;
  if (accessed_from_[site] != object) make_kin(accessed_from_[site], object);
  note_visitor(objects_[index(object)].visitors, {thread, events});
  note_visitor(objects_[index(first_of_kin(object))].visitors_of_kin, {thread, events});
}

void Meetings::note_visitor(std::vector<Visitor>& visitors, Visitor visitor) {
  const auto known = std::find_if(visitors.begin(), visitors.end(),
                                  [&](const Visitor& other) { return other.thread == visitor.thread; });
  if (known == visitors.end()) {
    if (visitors.size() < kMostVisitors) visitors.push_back(visitor);
  } else {
    known->last = std::max(known->last, visitor.last);
  }
}

void Meetings::make_kin(ObjectId a, ObjectId b) {
  a = first_of_kin(a);
  b = first_of_kin(b);
  if (a == b) return;
  objects_[index(b)].kin = a;
  std::vector<Visitor>& visitors = objects_[index(a)].visitors_of_kin;
  for (const Visitor& visitor : std::exchange(objects_[index(b)].visitors_of_kin, {})) note_visitor(visitors, visitor);
}

void Meetings::move(Thread& thread, ObjectId object) {
  if (thread.place == object) return;
  if (thread.place != kNoObject) --objects_[index(thread.place)].here;
  if (object != kNoObject) ++objects_[index(object)].here;
  thread.place = object;
}

void Meetings::go_to(ThreadId thread, const Operation& operation, std::uint32_t events) {
  Thread& t = threads_[index(thread)];
  move(t, operation.object);
  t.joined = operation.kind == OperationKind::Join ? static_cast<ThreadId>(operation.argument) : kNoThread;
  t.events = events;
  t.presence = Presence::Alive;
}

void Meetings::leave(ThreadId thread, bool will_come) {
  Thread& t = threads_[index(thread)];
  move(t, kNoObject);
  t.joined = kNoThread;
  t.events = 0;
  t.presence = will_come ? Presence::ToCome : Presence::Ended;
}

/// May the visitor come to the object before `thread` has ended, having been seen there or at one of its kin?
bool Meetings::is_to_come(const Visitor& visitor, ThreadId thread, ObjectId object) const {
  const Thread& other = threads_[index(visitor.thread)];
  if (visitor.thread == thread || other.presence == Presence::Ended || other.joined == thread) return false;
  if (other.presence == Presence::ToCome) return !descends_from(visitor.thread, thread);
  return other.place != object && other.events < visitor.last;
}

bool Meetings::descends_from(ThreadId thread, ThreadId ancestor) const {
  while (thread != kNoThread && thread != ancestor) thread = vocabulary_.threads[thread].creator;
  return thread == ancestor;
}

Meetings::Judgement Meetings::judge(ThreadId thread, const Operation& operation) const {
  if (!is_contestable(operation)) return {};
  const Object& object = objects_[index(operation.object)];
  const bool is_met = object.here > 1;
  // A write that comes first is one event; if it comes last, there is one for each set of reads that it can have seen.
  if (is_met && only_reads(operation.kind)) return {Urgency::MetFew};
  Judgement judgement{is_met ? Urgency::MetAll : Urgency::Alone};
  for (const Visitor& visitor : object.visitors) {
    if (!is_to_come(visitor, thread, operation.object)) continue;
    if (threads_[index(visitor.thread)].presence == Presence::Alive) {
      return {is_met ? Urgency::MetFew : Urgency::TooEarly, visitor.thread, visitor.last};
    }
    judgement = {is_met ? Urgency::MetSome : Urgency::AloneUntilLater, visitor.thread, visitor.last};
  }
  if (judgement.urgency != Urgency::Alone) return judgement;
  for (const Visitor& visitor : objects_[index(first_of_kin(operation.object))].visitors_of_kin) {
    if (is_to_come(visitor, thread, operation.object)) {
      return {Urgency::PerhapsTooEarly, visitor.thread, visitor.last};
    }
  }
  return judgement;
}

}  // namespace qpor::engine
