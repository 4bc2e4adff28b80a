// Free running: which thread goes next when no alternative prescribes it. Of the threads that are enabled and not
// asleep the one whose operation is most urgent (meetings.h), and among equals the lowest-numbered, or the
// highest-numbered. Threads found blocked are set aside until something happens on the object they wait for, and those
// that let others go first until somebody comes there or goes, or one of those others has passed by, so that a step
// does not cost the number of threads.
//
// Some programs go on for ever unless another thread gets a turn (it polls for something). So in every second stretch
// of kStretch events all threads are equal, and each time another one is the first.
//
// Invariants
//  1. A thread with an enabled operation has its bit in `ready_` or in `patient_` of its urgency when it was looked at;
//     in the latter only if some outcome of its operation is not asleep.
//  2. A thread whose bit was cleared because its operation is blocked is in the waiting list of what it waits for; one
//     in `patient_` is in the list of the object that it is about to access, and in that of the thread that it awaits.
//     Either list may also hold threads that have gone on since: waking those does no harm.

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/execution/meetings.h"
#include "engine/program/ids.h"
#include "engine/program/operation.h"
#include "engine/program/semantics.h"

namespace qpor::engine {

class Execution;
class SleepSet;

class Scheduler {
 public:
  enum class Found { Step, Maximal, Blocked };
  struct Choice {
    Found found = Found::Maximal;
    ThreadId thread = kNoThread;
    Outcome outcome;
  };

  /// REQUIRES: execution and sleep set outlive the scheduler; they need not be complete yet.
  Scheduler(const Execution& execution, const SleepSet& sleep_set, bool newest_first, bool meet_first);

  /// The next step; Blocked when only disabled events are enabled, Maximal when nothing is.
  Choice choose();
  /// The same, but this thread (or kNoThread) goes first if it can.
  Choice choose_preferring(ThreadId thread);

  /// To be called after each step, and after going back.
  void step_taken(const Operation& operation, ThreadId thread);
  void rewound();

 private:
  struct Waiting {
    std::vector<ThreadId> blocked;
    std::vector<ThreadId> patient;
  };

  static constexpr std::size_t kStretch = 4096;

  Choice choose_last();
  Choice choose_in_turn(std::size_t turn);
  Choice choose_ready();
  Choice choose_patient();
  Choice step_of(ThreadId thread, const Operation& operation);
  void note_next_operation(ThreadId thread);
  void make_patient(const Choice& choice, ObjectId object, const Meetings::Judgement& judgement);
  Waiting& waiting_at(ObjectId object);
  void wake_patient(ThreadId thread);
  void wake_patient(std::vector<ThreadId>& patient);
  void wake_who_awaits(ThreadId thread, std::uint32_t events);
  void set_ready(ThreadId thread);
  void set_aside(ThreadId thread, const Operation& operation);
  void wake(std::vector<ThreadId>& waiting);

  const Execution& execution_;
  const SleepSet& sleep_set_;
  const bool newest_first_;
  const bool meet_first_;
  Meetings meetings_;
  std::vector<std::uint64_t> ready_;
  std::array<std::vector<std::uint64_t>, kUrgencies> patient_;
  struct Patient {
    Urgency urgency = Urgency::Free;
    Outcome outcome;  // that is not asleep
    ThreadId awaited = kNoThread;
  };
  struct Awaiting {
    ThreadId patient;
    std::uint32_t until;
  };
  std::vector<Patient> patients_;  // by thread: of those in patient_
  struct Standing {
    OperationId pending = kNoOperation;
    std::uint32_t events = 0;        // with `pending`: where meetings_ have the thread
    std::vector<OperationId> noted;  // by number of events: what meetings_ know
  };
  std::vector<Standing> standing_;               // by thread
  std::vector<Waiting> waiting_;                 // by object
  std::vector<ObjectId> waited_for_;             // objects where somebody waits (or did)
  std::vector<std::vector<Awaiting>> awaiting_;  // by thread: those whose judgement depends on it (or did)
  std::vector<ThreadId> awaited_;                // threads of which there are such
  std::vector<ThreadId> joining_;
  ThreadId last_ = kNoThread;  // that did something, since going back
  Outcomes outcomes_;
};

}  // namespace qpor::engine
