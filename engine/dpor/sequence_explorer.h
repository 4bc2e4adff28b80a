// An explorer that thinks in sequences: what the algorithms of this folder have in common. One execution is run from
// where has_more has left it to where no thread can go on, step by step; the algorithm says which label comes next and
// what becomes of the races.
//
// Where the algorithm may choose, Options::thread_order says who goes first. A thread that has several outcomes is
// chosen with all of them.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/dpor/races.h"
#include "engine/dpor/sequence.h"
#include "engine/explorer.h"

namespace qpor::engine {

class SequenceExplorer : public Explorer {
 public:
  SequenceExplorer(Executor& executor, const Options& options, Observer* observer);

  const Sequence& sequence() const { return sequence_; }

 protected:
  enum class Next {
    Step,       ///< the label
    Maximal,    ///< no thread can go on
    Blocked,    ///< all that can are asleep
    Truncated,  ///< a limit cuts the execution
  };

  // --- of the algorithm

  /// What comes next, in E.
  virtual Next next(Label& label) = 0;
  /// The label has been pushed: it is the last step of E.
  virtual void pushed() = 0;
  /// E is at its end: races that were not looked at on the way.
  virtual void at_end(Next how) = 0;
  /// To where another branch begins: the number of its steps. False: there is none.
  virtual bool find_branch(std::size_t& steps) = 0;
  /// E is there.
  virtual void went_back() = 0;
  /// Is the maximal execution one that was seen before? Then it is not told.
  virtual bool is_redundant() { return false; }
  /// Recomputes the numbered invariants naively. Between two executions.
  virtual bool well_formed() const { return execution_.well_formed() && sequence_.well_formed(); }

  // --- for the algorithm

  /// The thread that goes next of those with an outcome that is not asleep, in `thread`, if there is one.
  Next choose_thread(ThreadId& thread);
  /// Every outcome of the thread's next operation.
  void add_labels(ThreadId thread, std::vector<Label>& labels) const;

  Sequence sequence_;
  Races races_;

 private:
  // Explorer
  bool run() final;
  bool has_more() final;
  void note_figures() final;
  std::uint64_t trace_hash() const final { return sequence_.trace_hash(); }
  std::uint64_t hash_of_last_step() const final { return sequence_.hash_of_last_step(); }

  bool is_well_formed() const;
  bool push_label(const Label& label);
  bool is_awake(ThreadId thread, bool& is_enabled) const;
  Next choose_in_order(ThreadId& thread) const;

  // context switches
  bool is_switch_bounded() const { return options_.max_context_switches != kUnlimited; }
  std::size_t switches_with(ThreadId next) const;

  std::vector<std::size_t> switches_;  // by step: context switches up to there; under a bound only
};

}  // namespace qpor::engine
