// Explore(C, D, A) [QPOR Alg. 1]: visits every maximal configuration of the unfolding of a program exactly once, by
// running it under schedules that it derives from what it has seen. Iterative: the recursion of the paper is the trail
// of C together with D, so that executions may have any length.
//
// Guided tour, with the paper's symbols:
//   C  configuration.h   where the exploration stands          D  disabled.h      what it must avoid
//   U  event_structure.h what it has discovered               en  scheduler.h     what can happen next
//   ex(C)  extensions.h  how else it could have gone          Alt  alternative.h  where to go next, J
//   Q  prune.h           what it may not forget               run  executor.h     the program
// Beside the paper: twins.cc runs some traces again in another order, to find out whether C says all that matters.
//
// The call Explore(C, D, A) of the paper picks e, calls Explore(C + e, D, A - e) and then, if Alt(C, D + e) gives J,
// Explore(C, D + e, J - C). Pushing events is the first call; `backtrack` returns from it and makes the second.
//
// Invariants
//  1. Between two executions: C is a configuration, D is as in disabled.h, J avoids D and C + J is a configuration.
//  2. The extensions of the first `extended_` events of the trail are in U.
//
// `Options::check` validates in any build, and throws InternalError: a replayed event is what the program does again;
// J avoids D; no maximal configuration is visited twice; optimal is never blocked.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <unordered_set>
#include <vector>

#include "engine/alternative.h"
#include "engine/configuration.h"
#include "engine/disabled.h"
#include "engine/event_structure.h"
#include "engine/executor.h"
#include "engine/extensions.h"
#include "engine/follow.h"
#include "engine/happens_before.h"
#include "engine/options.h"
#include "engine/scheduler.h"
#include "engine/semantics.h"
#include "engine/statistics.h"

namespace qpor::engine {

class Explorer;

/// Something that must not happen: a bug of ours, found by Options::check.
class InternalError : public std::logic_error {
  using std::logic_error::logic_error;
};

/// The program did something else under the same schedule.
class NondeterministicProgram : public std::runtime_error {
 public:
  NondeterministicProgram(const std::string& what, ThreadId thread) : std::runtime_error(what), thread(thread) {}
  ThreadId thread;
};

/// Told about what the exploration meets; each answer says whether to go on.
class Observer {
 public:
  virtual ~Observer() = default;
  /// C is maximal. `deadlock`: some thread is blocked for ever, and the program has not ended.
  virtual bool on_trace(const Explorer&, bool deadlock) {
    static_cast<void>(deadlock);
    return true;
  }
  /// The last event of C made its thread fail; called once per such event.
  virtual bool on_failure(const Explorer&, ThreadId, const Failure&) { return true; }
  /// Two executions of one trace, in different orders, came to different ends. Told once; the exploration goes on.
  virtual void on_divergence(const Explorer&, const Divergence&) {}
  /// Between two executions.
  virtual bool on_progress(const Explorer&) { return true; }
};

/// Why an exploration ended.
enum class Ending : std::uint8_t { Complete, TraceLimit, TimeLimit, Stopped };

class Explorer {
 public:
  /// REQUIRES: executor and observer outlive the explorer.
  Explorer(Executor& executor, const Options& options, Observer* observer = nullptr);
  ~Explorer();
  Explorer(const Explorer&) = delete;
  Explorer& operator=(const Explorer&) = delete;

  /// Explores everything, or until a limit or the observer ends it. To be called once.
  Ending explore();

  /// Runs this one execution and tells the observer of it as explore() would: of failures and, when no thread can go on
  /// at its end, of the trace. If some can it just ends there. Throws ImpossibleStep; limits are those on time and
  /// memory only. To be called once, instead of explore(). REQUIRES: intern_threads accepts the threads.
  Ending follow(const Schedule& schedule);

  const Statistics& statistics() const { return statistics_; }
  const Options& options() const { return options_; }
  const Vocabulary& vocabulary() const { return vocabulary_; }
  const EventStructure& structure() const { return structure_; }
  const Configuration& configuration() const { return configuration_; }
  const Disabled& disabled() const { return disabled_; }
  const Executor& executor() const { return executor_; }
  /// Sum over the traces of a hash of each: equal for explorations that visited the same set.
  std::uint64_t trace_set_hash() const { return trace_set_hash_; }

 private:
  /// Within a long execution the limits are looked at after so many events.
  static constexpr std::size_t kProgressInterval = 4096;
  enum class RunEnd { Maximal, Blocked, Truncated, Stopped };

  /// Causality by the thread trees, happens-before by clocks.
  class TrailPast final : public Past {
   public:
    explicit TrailPast(const Explorer& explorer) : explorer_(explorer) {}
    std::uint32_t events_below(std::size_t step, ThreadId thread) const override;
    std::uint32_t events_before(std::size_t step, ThreadId thread) const override;

   private:
    const Explorer& explorer_;
  };
  /// Of an event that is about to be pushed.
  class TrailCauses final : public HappensBefore::Causes {
   public:
    TrailCauses(const Explorer& explorer, EventId event) : explorer_(explorer), event_(event) {}
    bool has(std::size_t step) const override {
      return explorer_.structure_.is_below(explorer_.configuration_[step], event_);
    }

   private:
    const Explorer& explorer_;
    EventId event_;
  };

  void push_clock(EventId event, Value result);
  void add_clock(EventId event, Value result);
  bool is_causal(OperationKind kind, ThreadId by) const;

  void start();
  RunEnd run();
  std::optional<RunEnd> replay();
  bool push(EventId event);
  bool follow_steps(std::span<const ScheduledStep> steps);
  Outcome outcome_of(const ScheduledStep& step, std::size_t number) const;
  bool visit_maximal();
  bool reorders_first() const;
  void reorder_first();
  void extend();
  bool backtrack();
  void take(const Alternative& alternative);
  void linearize(const std::vector<EventId>& chosen);
  void prune_if_worthwhile();
  bool reached_limit();
  void note_peaks();

  // context switches (follow.cc has nothing to do with them: a schedule is followed wherever it leads)
  bool is_switch_bounded() const { return options_.max_context_switches != kUnlimited; }
  ThreadId last_thread() const;
  std::size_t switches_with(ThreadId next) const;
  bool cuts_before(ThreadId next);

  // twins.cc
  void run_again();
  bool is_twin_wanted() const;
  std::size_t twin_orders() const;
  bool run_twins();
  void compare_twins();

  void check_replayed(EventId event);
  void check_alternative() const;
  bool is_ruled_out_together(EventId event) const;
  void check_not_visited();

  Executor& executor_;
  const Options options_;
  Observer* observer_;
  Observer silent_;

  Vocabulary vocabulary_;
  Semantics semantics_;
  EventStructure structure_;
  Configuration configuration_;
  Disabled disabled_;
  Scheduler scheduler_;
  Extensions extensions_;
  Statistics statistics_;
  PhaseClock clock_;
  std::unique_ptr<AltFunction> alt_;
  TrailPast past_;
  HappensBefore happens_before_;  // of the trail, if the executor asks; forgets popped steps with the next push
  bool asks_happens_before_ = false;
  bool uses_clocks_ = false;  // some operation was not is_causal

  std::vector<EventId> alternative_;  // J - C, in an order in which it can be executed
  std::size_t extended_ = 0;
  std::vector<std::size_t> switches_;  // by position of the trail: context switches up to there; under a bound only
  std::size_t kept_events_ = 0;        // in U after the last pruning
  Alternative answer_;
  std::vector<EventId> stack_;
  std::vector<std::uint32_t> seen_;  // by event: the linearization that has put it in line
  std::uint32_t linearization_ = 0;
  std::uint64_t trace_set_hash_ = 0;
  std::unordered_set<std::uint64_t> visited_;        // hashes of traces, with Options::check
  std::unordered_set<std::uint64_t> failed_events_;  // hashes of events after which a thread failed
  Ending ending_ = Ending::Complete;
  bool has_divergence_ = false;
  std::uint64_t first_twin_runs_ = 0;     // of the first trace that was compared
  double seconds_of_sampled_twins_ = 0;   // of the others
  double seconds_per_step_of_twins_ = 0;  // of the last
};

}  // namespace qpor::engine
