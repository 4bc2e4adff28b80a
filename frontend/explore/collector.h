// Listens to an exploration: turns what it meets into defects, keeps the distinct ones, draws the trace that was asked
// for, and says when to stop and why.
//
// Two deadlocks are the same when the same threads wait at the same places for the same objects; two failures when
// kind, place and thread are the same. A deadlock with a failed thread in it is not a defect of its own: who knows what
// that thread would have released.

#pragma once

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "engine/execution/observer.h"
#include "engine/execution/trace.h"
#include "frontend/base/interrupt.h"
#include "frontend/explore/input.h"
#include "frontend/options/options.h"
#include "frontend/program/guest.h"
#include "frontend/report/result.h"

namespace qpor::frontend {

class Reporter;

/// Where the drawing goes, if there is to be one.
struct Drawing {
  std::ostream* out = nullptr;
  bool is_done = false;
};

/// One of those that a timeout has. "stopped by --timeout=1.5"
Reason timeout_reason(const Options& options, ReasonKind kind = ReasonKind::Timeout);

class Collector final : public engine::Observer {
 public:
  /// What it is given outlives its use.
  Collector(const Options& options, const Input& input, Drawing& drawing, const InterruptFlag* interrupt);

  bool on_trace(const engine::Execution& execution, bool deadlock) override;
  bool on_failure(const engine::Execution& execution, engine::ThreadId thread, const engine::Failure& failure) override;
  void on_divergence(const engine::Execution& execution, const engine::Divergence& divergence) override;
  bool on_progress(const engine::Execution& execution) override;

  /// What is known of the program. From then on it ends the exploration when a trace shows that more should be
  /// (Guest::learnt_counts).
  void set_knowledge(const engine::Knowledge& knowledge) { knowledge_ = knowledge; }
  /// Then the exploration is void, and has to restart with `knowledge`.
  bool has_learnt() const { return has_learnt_; }
  /// REQUIRES: set_knowledge was called
  const engine::Knowledge& knowledge() const { return *knowledge_; }
  /// Told of defects and figures as soon as there are some; it outlives the collector's use.
  void set_reporter(Reporter* reporter) { reporter_ = reporter; }
  /// False when the user or the clock wants an end; then there is a stop_reason().
  bool may_go_on();

  /// The program did not do the same again: no defect of its, but the end of the exploration.
  void on_nondeterminism(const engine::Execution& execution, engine::ThreadId thread);

  /// With the lines of the source.
  std::vector<Defect>& defects() { return defects_; }
  /// Of the first defect.
  engine::Schedule& schedule() { return schedule_; }
  std::uint64_t failures() const { return failures_; }
  double seconds() const;
  /// Why threads were parked that have no defect: limits, refused calls; each once.
  const std::vector<Reason>& parked_reasons() const { return parked_reasons_; }
  /// With --unjoined: threads that nobody had joined or detached at the end of some trace, and where they were created.
  const std::set<std::string>& unjoined() const { return unjoined_; }
  /// Other than 0, and the number of traces that end with them.
  const std::map<int, std::uint64_t>& exit_statuses() const { return exit_statuses_; }
  /// The first.
  const std::optional<FoundDivergence>& divergence() const { return divergence_; }
  /// Why an answer was "stop".
  Reason stop_reason() const { return stop_reason_.value_or(Reason{ReasonKind::Interrupted}); }

 private:
  using FailureKey = std::tuple<engine::FailureKind, std::string, std::string, unsigned, unsigned>;
  using DeadlockKey = std::vector<std::uint32_t>;

  bool learns_from(const engine::Execution& execution);
  void note_unjoined(const engine::Execution& execution);
  bool on_lost_memory(const engine::Execution& execution);
  bool is_defect(const engine::Failure& failure);
  /// `steps`: those of the trace that led to the defect, in the order in which they are told.
  bool keep(const engine::Trace& trace, Defect defect, const std::vector<engine::StepIndex>& steps);
  bool stop(Reason reason);
  bool go_on_after_defect();
  void record(const engine::Execution& execution);
  bool is_out_of_memory();
  void add_source_lines(Defect& defect) const;
  void draw(const engine::Trace& trace, const std::vector<engine::StepIndex>& steps);
  Defect describe_deadlock(const engine::Trace& trace, std::vector<engine::StepIndex>& steps) const;

  const Options& options_;
  const Input& input_;
  Drawing& drawing_;
  const InterruptFlag* interrupt_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  double next_look_at_memory_ = 0;  // in seconds
  std::vector<Defect> defects_;
  engine::Schedule schedule_;
  std::map<FailureKey, std::size_t> failure_index_;
  std::map<DeadlockKey, std::size_t> deadlock_index_;
  std::uint64_t failures_ = 0;
  std::optional<Reason> stop_reason_;
  const Guest* const guest_;
  std::optional<engine::Knowledge> knowledge_;
  bool has_learnt_ = false;
  Reporter* reporter_ = nullptr;
  bool has_parked_ = false;
  std::vector<Reason> parked_reasons_;
  std::set<std::string> unjoined_;
  std::map<int, std::uint64_t> exit_statuses_;
  std::optional<FoundDivergence> divergence_;
};

}  // namespace qpor::frontend
