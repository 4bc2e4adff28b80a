// What an exploration tells while it runs, whichever algorithm it is. Each answer says whether to go on.

#pragma once

#include "engine/program/executor.h"
#include "engine/program/ids.h"

namespace qpor::engine {

class Execution;

class Observer {
 public:
  virtual ~Observer() = default;
  /// The execution is over. `deadlock`: some thread is blocked forever, and the program has not ended.
  virtual bool on_trace(const Execution&, bool deadlock) {
    static_cast<void>(deadlock);
    return true;
  }
  /// The thread failed after the last step, or before its first one, when the execution is empty; called once for each
  /// such event.
  virtual bool on_failure(const Execution&, ThreadId, const Failure&) { return true; }
  /// Two executions of one trace, in different orders, came to different ends. Told once; the exploration goes on.
  virtual void on_divergence(const Execution&, const Divergence&) {}
  /// Between two executions, and now and then within a long one.
  virtual bool on_progress(const Execution&) { return true; }
};

}  // namespace qpor::engine
