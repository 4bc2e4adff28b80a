// Free running: which thread goes next when no alternative prescribes it. The lowest-numbered thread that is enabled
// and not asleep, or the highest-numbered. Threads found blocked are set aside until something happens on the object
// they wait for, so that a step does not cost the number of threads.
//
// Invariants
//  1. A thread with an enabled operation has its bit in `ready_`.
//  2. A thread whose bit was cleared because its operation is blocked is in the waiting list of what it waits for.

#pragma once

#include <cstdint>
#include <vector>

#include "engine/configuration.h"
#include "engine/disabled.h"
#include "engine/executor.h"

namespace qpor::engine {

class Scheduler {
 public:
  enum class Found { Step, Maximal, Blocked };
  struct Choice {
    Found found = Found::Maximal;
    ThreadId thread = kNoThread;
    Outcome outcome;
  };

  Scheduler(const Executor& executor, const Configuration& configuration, const Disabled& disabled,
            const Vocabulary& vocabulary, bool newest_first = false)
      : executor_(executor),
        configuration_(configuration),
        disabled_(disabled),
        vocabulary_(vocabulary),
        newest_first_(newest_first) {}

  /// The next step; Blocked when only disabled events are enabled, Maximal when nothing is.
  Choice choose();
  /// The same, but this thread (or kNoThread) goes first if it can.
  Choice choose_preferring(ThreadId thread);

  /// To be called after each push, and after C has been popped.
  void event_pushed(const Operation& operation, ThreadId thread);
  void rewound();

 private:
  void set_ready(ThreadId thread);
  void set_aside(ThreadId thread, const Operation& operation);
  void wake(std::vector<ThreadId>& waiting);

  const Executor& executor_;
  const Configuration& configuration_;
  const Disabled& disabled_;
  const Vocabulary& vocabulary_;
  const bool newest_first_;
  std::vector<std::uint64_t> ready_;
  std::vector<std::vector<ThreadId>> waiting_;  // by object
  std::vector<ObjectId> waited_for_;            // objects with a waiting list that is not empty (or was)
  std::vector<ThreadId> joining_;
  Outcomes outcomes_;
};

}  // namespace qpor::engine
