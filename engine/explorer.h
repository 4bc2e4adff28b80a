// The interface of every algorithm that explores: executions, one at a time, each told to an observer. An algorithm
// derives from Explorer and says how one execution goes (`run`) and whether there is another one (`has_more`); what all
// have in common is here: limits, failures, what counts as a deadlock, twin runs, statistics.
//
// What is called when:
//
//   explore:  begin            the program is started; initial failures are told
//             run              one execution, from where has_more left it; the algorithm calls `push` for each step and
//                              `visit_maximal` and `run_twins` when no thread can go on
//             has_more         goes back to where the next execution parts from this one
//             ...              until nothing is left, a limit is reached, or the observer or the executor ends it
//
// Virtual per execution, never per step: the algorithm's own loop calls the inline parts of Execution.
//
// Options::check validates in any build, and throws InternalError.

#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <stdexcept>
#include <unordered_set>

#include "engine/execution/execution.h"
#include "engine/execution/observer.h"
#include "engine/execution/statistics.h"
#include "engine/execution/twins.h"
#include "engine/options.h"
#include "engine/program/executor.h"
#include "engine/program/schedule.h"

namespace qpor::engine {

struct DotOptions;
class ExecutionTree;
struct TreeShapes;

/// Something that must not happen: a bug of ours, found by Options::check.
class InternalError : public std::logic_error {
  using std::logic_error::logic_error;
};

/// Why an exploration ended. Interrupted: Explorer::interruption() says by what.
enum class Ending : std::uint8_t { Complete, TraceLimit, TimeLimit, Stopped, Interrupted };

class Explorer {
 public:
  /// REQUIRES: executor and observer outlive the explorer.
  Explorer(Executor& executor, const Options& options, Observer* observer);
  virtual ~Explorer();
  Explorer(const Explorer&) = delete;
  Explorer& operator=(const Explorer&) = delete;

  /// Explores everything, or until a limit, the observer or the executor ends it. To be called once.
  Ending explore();

  const Options& options() const { return options_; }
  const Execution& execution() const { return execution_; }
  const Executor& executor() const { return execution_.executor(); }
  const Vocabulary& vocabulary() const { return execution_.vocabulary(); }
  const Statistics& statistics() const { return execution_.statistics; }
  std::uint64_t trace_set_hash() const { return execution_.trace_set_hash; }
  /// Of Ending::Interrupted: the executor's, or that a step of the way back was not what the program did again.
  const Interruption& interruption() const { return interruption_; }

  // --- what only some algorithms have

  /// Draws what was explored: the tree of executions, if Options::tree_steps asked for it; QPOR draws the unfolding.
  /// Returns how much was left out: executions, or events.
  virtual std::size_t write_dot(std::ostream& out, const DotOptions& options) const;
  /// Null where there are no trees of events.
  virtual std::unique_ptr<TreeShapes> tree_shapes() const;

 protected:
  /// Within a long execution the limits are looked at after this number of steps.
  static constexpr std::size_t kProgressInterval = 4096;

  // --- of the algorithm

  /// One execution. False: the exploration ends here, and `end` has said why.
  virtual bool run() = 0;
  /// Prepares the next execution. False: there is none, or `end` has said why.
  virtual bool has_more() = 0;
  /// Before the program starts: names of threads that are known already, say.
  virtual void prepare() {}
  /// The program stands before its first step.
  virtual void started() {}
  /// Fills in the figures that are not counted on the way.
  virtual void note_figures() {}
  /// The hash of the current execution (canonical_names.h).
  virtual std::uint64_t trace_hash() const;
  /// Names the event that a step of the current execution is: the same wherever the exploration meets it.
  virtual std::uint64_t hash_of_last_step() const;

  // --- for the algorithm

  /// The thread does its next operation, and a failure is told. False: the exploration ends.
  [[gnu::always_inline]] bool push(ThreadId thread, Outcome outcome) {
    execution_.push(thread, outcome);
    if (executor_.interruption()) [[unlikely]]
      return goes_on();
    ++execution_.statistics.steps;
    return executor_.pending(thread) != kNoOperation || tell_failure(thread);
  }
  /// Back to where the first `steps` steps have been taken. False: the exploration ends.
  bool rewind(std::size_t steps) {
    execution_.rewind(steps);
    return goes_on();
  }
  /// No thread can go on: the execution is a trace. False: the exploration ends.
  bool visit_maximal();
  /// The trace once more in other orders (twins.h), if it is one that is to be. `comes_back`: the program stands at its
  /// end afterwards, else at its beginning. Then comes compare_twins, when it stands there. False: the exploration
  /// ends.
  bool run_twins(bool comes_back);
  bool compare_twins();
  bool ask_twins_where();

  bool reached_limit();
  bool looks_at_limits() const { return execution_.size() % kProgressInterval == 0; }
  /// After each call of the executor that runs the program: was it interrupted?
  bool goes_on() { return !executor_.interruption() || interrupt(executor_.interruption()); }
  bool interrupt(const Interruption& interruption);
  void end(Ending ending) { ending_ = ending; }
  bool has_failures() const { return !failed_.empty(); }

  Executor& executor_;
  const Options options_;
  Execution execution_;
  PhaseClock clock_;

 private:
  bool begin();
  bool run_and_draw();
  bool tell_failure(ThreadId thread);
  bool is_deadlock() const;

  Observer* observer_;
  Observer silent_;
  TwinRuns twins_;
  std::unique_ptr<ExecutionTree> tree_;        // null when it is not asked for
  std::unordered_set<std::uint64_t> failed_;   // hashes of events after which a thread failed
  std::unordered_set<std::uint64_t> visited_;  // hashes of traces, with Options::check
  Ending ending_ = Ending::Complete;
  Interruption interruption_;
};

/// The explorer of Options::algorithm (make_explorer.cc). REQUIRES: executor and observer outlive it.
std::unique_ptr<Explorer> make_explorer(Executor& executor, const Options& options, Observer* observer = nullptr);

/// Runs this one execution and tells the observer of it as an exploration would: of failures and, when no thread can go
/// on at its end, of the trace. If some can it just ends there. `explore` throws ImpossibleStep; limits are those on
/// time and memory only. REQUIRES: problem_of(schedule) has none, or it has no threads.
std::unique_ptr<Explorer> make_follower(Executor& executor, const Options& options, const Schedule& schedule,
                                        Observer* observer = nullptr);

}  // namespace qpor::engine
