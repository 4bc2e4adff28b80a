#include "engine/execution/meeting_order.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <set>
#include <utility>

#include "engine/execution/meetings.h"

namespace qpor::engine {
namespace {

/// Kahn's topological sort, where threads stand for their next events: each thread is blocked (in the list of a cause
/// that is still to come), can go on with some urgency, or is at its end.
class MeetingOrder {
 public:
  MeetingOrder(const Trace& trace, bool newest_first)
      : trace_(trace),
        newest_first_(newest_first),
        meetings_(trace.vocabulary()),
        threads_(trace.vocabulary().threads.size()),
        at_(trace.vocabulary().objects.size()),
        blocked_(trace.size()),
        is_done_(trace.size(), false) {
    order_.reserve(trace.size());
    for (StepIndex i = 0; i < trace.size(); ++i) {
      threads_[index(trace[i].thread)].steps.push_back(i);
      meetings_.note_access(trace[i].thread, trace.operation(i), trace[i].ordinal);
    }
  }

  std::vector<StepIndex> sort() {
    for (std::size_t i = 0; i < threads_.size(); ++i) arrive(static_cast<ThreadId>(i));
    for (;;) {
      const auto first = std::find_if(can_go_.begin(), can_go_.end(), [](const auto& ranks) { return !ranks.empty(); });
      if (first == can_go_.end()) return std::move(order_);
      perform(thread_of(*first->begin()));
    }
  }

 private:
  struct Thread {
    std::vector<StepIndex> steps;
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
    if (t.next == t.steps.size()) {
      meetings_.leave(thread, false);
      return;
    }
    if (t.next == 0) return look_for_causes(thread);  // it may not exist yet
    stand_before(thread, t.steps[t.next]);
    look_for_causes(thread);
  }

  void stand_before(ThreadId thread, StepIndex next) {
    const ObjectId object = trace_.operation(next).object;
    meetings_.go_to(thread, trace_.operation(next), trace_[next].ordinal);
    if (object == kNoObject) return;
    at_[index(object)].insert(thread);
    judge_all_at(object);
  }

  void look_for_causes(ThreadId thread) {
    Thread& t = threads_[index(thread)];
    StepIndex missing = kNoStep;
    for (const StepIndex cause : trace_.causes(t.steps[t.next])) {
      if (!is_done_[cause]) missing = cause;
    }
    if (missing != kNoStep) return blocked_[missing].push_back(thread);
    if (t.next == 0) stand_before(thread, t.steps.front());
    t.can_go = true;
    t.urgency = meetings_.judge(thread, trace_.operation(t.steps[t.next])).urgency;
    can_go_[static_cast<std::size_t>(t.urgency)].insert(rank_of(thread));
  }

  /// Somebody has come or gone.
  void judge(ThreadId thread) {
    Thread& t = threads_[index(thread)];
    if (!t.can_go) return;
    can_go_[static_cast<std::size_t>(t.urgency)].erase(rank_of(thread));
    t.urgency = meetings_.judge(thread, trace_.operation(t.steps[t.next])).urgency;
    can_go_[static_cast<std::size_t>(t.urgency)].insert(rank_of(thread));
  }
  void judge_all_at(ObjectId object) {
    for (const ThreadId thread : at_[index(object)]) judge(thread);
  }

  void perform(ThreadId thread) {
    Thread& t = threads_[index(thread)];
    const StepIndex step = t.steps[t.next++];
    const ObjectId object = trace_.operation(step).object;
    can_go_[static_cast<std::size_t>(t.urgency)].erase(rank_of(thread));
    t.can_go = false;
    order_.push_back(step);
    is_done_[step] = true;
    if (object != kNoObject) at_[index(object)].erase(thread);
    arrive(thread);
    if (object != kNoObject) judge_all_at(object);
    for (const ThreadId other : std::exchange(blocked_[step], {})) look_for_causes(other);
  }

  const Trace& trace_;
  const bool newest_first_;
  Meetings meetings_;  // of this configuration alone: others are not known yet
  std::vector<Thread> threads_;
  std::array<std::set<std::uint32_t>, kUrgencies> can_go_;  // ranks
  std::vector<std::set<ThreadId>> at_;                      // by object: threads whose next event is there
  std::vector<std::vector<ThreadId>> blocked_;              // by the step that they wait for
  std::vector<bool> is_done_;                               // by step
  std::vector<StepIndex> order_;
};

}  // namespace

std::vector<StepIndex> in_meeting_order(const Trace& trace, bool newest_first) {
  std::vector<StepIndex> order = MeetingOrder(trace, newest_first).sort();
  assert(order.size() == trace.size());
  return order;
}

}  // namespace qpor::engine
