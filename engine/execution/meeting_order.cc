#include "engine/execution/meeting_order.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <set>
#include <unordered_map>
#include <utility>

namespace qpor::engine {
namespace {

/// Kahn's topological sort, where threads stand for their next events: each thread is blocked (in the list of a cause
/// that is still to come), can go on with some urgency, or is at its end.
class MeetingOrder {
 public:
  MeetingOrder(const EventStructure& structure, std::span<const EventId> events, bool newest_first)
      : structure_(structure),
        newest_first_(newest_first),
        meetings_(structure.vocabulary()),
        threads_(structure.vocabulary().threads.size()),
        at_(structure.vocabulary().objects.size()),
        is_done_(structure.id_bound(), true) {
    order_.reserve(events.size());
    for (const EventId event : events) {
      is_done_[index(event)] = false;
      const Event& e = structure_[event];
      threads_[index(e.thread)].events.push_back(event);
      meetings_.note_access(e.thread, structure.operation(event), structure.thread_depth(event));
    }
  }

  std::vector<EventId> sort() {
    for (std::size_t i = 0; i < threads_.size(); ++i) arrive(static_cast<ThreadId>(i));
    for (;;) {
      const auto first = std::find_if(can_go_.begin(), can_go_.end(), [](const auto& ranks) { return !ranks.empty(); });
      if (first == can_go_.end()) return std::move(order_);
      perform(thread_of(*first->begin()));
    }
  }

 private:
  struct Thread {
    std::vector<EventId> events;
    std::size_t next = 0;
    Urgency urgency = Urgency::Free;
    bool can_go = false;
  };

  std::uint32_t rank_of(ThreadId thread) const {
    return newest_first_ ? static_cast<std::uint32_t>(threads_.size()) - 1 - index(thread) : index(thread);
  }
  ThreadId thread_of(std::uint32_t rank) const {  // its own inverse
    return static_cast<ThreadId>(rank_of(static_cast<ThreadId>(rank)));
  }

  /// The thread has come to its next event, or to its end.
  void arrive(ThreadId thread) {
    Thread& t = threads_[index(thread)];
    if (t.next == t.events.size()) {
      meetings_.leave(thread, false);
      return;
    }
    if (t.next == 0) return look_for_causes(thread);  // it may not exist yet
    stand_before(thread, t.events[t.next]);
    look_for_causes(thread);
  }

  void stand_before(ThreadId thread, EventId next) {
    const ObjectId object = structure_[next].object;
    meetings_.go_to(thread, structure_.operation(next), structure_.thread_depth(next));
    if (object == kNoObject) return;
    at_[index(object)].insert(thread);
    judge_all_at(object);
  }

  void look_for_causes(ThreadId thread) {
    Thread& t = threads_[index(thread)];
    EventId missing = kNoEvent;
    structure_.for_each_cause(t.events[t.next], [&](EventId cause) {
      if (!is_done_[index(cause)]) missing = cause;
    });
    if (missing != kNoEvent) return blocked_[missing].push_back(thread);
    if (t.next == 0) stand_before(thread, t.events.front());
    t.can_go = true;
    t.urgency = meetings_.judge(thread, structure_.operation(t.events[t.next])).urgency;
    can_go_[static_cast<std::size_t>(t.urgency)].insert(rank_of(thread));
  }

  /// Somebody has come or gone.
  void judge(ThreadId thread) {
    Thread& t = threads_[index(thread)];
    if (!t.can_go) return;
    can_go_[static_cast<std::size_t>(t.urgency)].erase(rank_of(thread));
    t.urgency = meetings_.judge(thread, structure_.operation(t.events[t.next])).urgency;
    can_go_[static_cast<std::size_t>(t.urgency)].insert(rank_of(thread));
  }
  void judge_all_at(ObjectId object) {
    for (const ThreadId thread : at_[index(object)]) judge(thread);
  }

  void perform(ThreadId thread) {
    Thread& t = threads_[index(thread)];
    const EventId event = t.events[t.next++];
    const ObjectId object = structure_[event].object;
    can_go_[static_cast<std::size_t>(t.urgency)].erase(rank_of(thread));
    t.can_go = false;
    order_.push_back(event);
    is_done_[index(event)] = true;
    if (object != kNoObject) at_[index(object)].erase(thread);
    arrive(thread);
    if (object != kNoObject) judge_all_at(object);
    const auto blocked = blocked_.extract(event);
    if (!blocked) return;
    for (const ThreadId other : blocked.mapped()) look_for_causes(other);
  }

  const EventStructure& structure_;
  const bool newest_first_;
  Meetings meetings_;  // of this configuration alone: others are not known yet
  std::vector<Thread> threads_;
  std::array<std::set<std::uint32_t>, kUrgencies> can_go_;      // ranks
  std::vector<std::set<ThreadId>> at_;                          // by object: threads whose next event is there
  std::unordered_map<EventId, std::vector<ThreadId>> blocked_;  // by what they wait for
  std::vector<bool> is_done_;                                   // by event; what is not to be sorted counts as done
  std::vector<EventId> order_;
};

}  // namespace

std::vector<EventId> in_meeting_order(const EventStructure& structure, std::span<const EventId> configuration,
                                      bool newest_first) {
  std::vector<EventId> order = MeetingOrder(structure, configuration, newest_first).sort();
  assert(order.size() == configuration.size());
  return order;
}

}  // namespace qpor::engine
