// Explore(C, D, A) [QPOR Alg. 1]: visits every maximal configuration of the unfolding of a program exactly once, by
// running it under schedules that it derives from what it has seen. Iterative: the recursion of the paper is the trail
// of C together with D, so that executions may have any length.
//
// Guided tour, with the paper's symbols:
//   C  unfolding/configuration.h     where the exploration stands    D  disabled.h             what it must avoid
//   U  unfolding/event_structure.h   what it has discovered          en execution/scheduler.h  what can happen next
//   ex(C)  extensions.h              how else it could have gone     Alt  alternative.h        where to go next, J
//   Q  prune.h                       what it may not forget          run  program/executor.h   the program
//
// The call Explore(C, D, A) of the paper picks e, calls Explore(C + e, D, A - e) and then, if Alt(C, D + e) gives J,
// Explore(C, D + e, J - C). Pushing events is the first call; `has_more` returns from it and makes the second.
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
#include <vector>

#include "engine/qpor/alternative.h"
#include "engine/qpor/disabled.h"
#include "engine/qpor/event_explorer.h"
#include "engine/qpor/extensions.h"

namespace qpor::engine {

class Qpor final : public EventExplorer {
 public:
  Qpor(Executor& executor, const Options& options, Observer* observer = nullptr);

  const Disabled& disabled() const { return disabled_; }

 private:
  enum class RunEnd { Maximal, Blocked, Truncated, Stopped };

  // Explorer: Alg. 1
  bool run() override;
  bool has_more() override { return backtrack(); }
  void note_figures() override;

  RunEnd run_freely();
  RunEnd replay();
  bool run_again();
  bool reorders_first() const;
  bool reorder_first();
  void extend();
  bool backtrack();
  void take(const Alternative& alternative);
  void linearize(const std::vector<EventId>& chosen);
  void prune_if_worthwhile();

  // context switches (a schedule that is followed may have any number of them)
  bool is_switch_bounded() const { return options_.max_context_switches != kUnlimited; }
  std::size_t switches_with(ThreadId next) const;
  bool cuts_before(ThreadId next);
  bool push_counted(EventId event);

  bool is_well_formed() const;
  bool check_replayed(EventId event);
  void check_alternative() const;
  bool is_ruled_out_together(EventId event) const;

  Disabled disabled_;
  Extensions extensions_;
  std::unique_ptr<AltFunction> alt_;

  std::vector<EventId> alternative_;  // J - C, in an order in which it can be executed
  std::size_t extended_ = 0;
  std::vector<std::size_t> switches_;  // by position of the trail: context switches up to there; under a bound only
  std::size_t kept_events_ = 0;        // in U after the last pruning
  Alternative answer_;
  std::vector<EventId> stack_;
  std::vector<std::uint64_t> seen_;  // by event: the linearization that has put it in line
  std::uint64_t linearization_ = 0;
};

}  // namespace qpor::engine
