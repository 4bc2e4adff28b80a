// Optimal-DPOR with observers [Observers Sec. 2.2]: wakeup trees as in optimal_dpor.h, but two plain stores of a
// variable are ordered only if an operation reads the second. Explores one trace of each class of traces that no read
// tells apart: n * 2^(n-1) + 1 instead of (n + 1)! where n threads write and one reads.
//
// What all traces of a class have in common: what each operation tells its thread, and so what threads do, deadlocks,
// failures, and the states of all objects but the values of variables that nothing reads any more. What only those
// values would show is not explored; the verdict says so (frontend/assumptions.def).
//
//   at the end of a maximal execution E, for each race e, e' of happens-before with observability   at_end
//     if the race is of two plain stores, and o is the last of its observers:                      reverse_stores
//       v := notdep(e, E).e'.e.(what happens after e, but no observer, not after one, without e').o
//     else v := notdep(e, E).e', if e' can happen there                                             reverse
//     unless for some prefix E'' of E' a label explored from E'' is a weak initial of what follows
//     in E'.v: insert v into the tree of E'                                                         insert
//   insert goes down from the root to the first child with which the path u so far is consistent with v: u.(v - u)
//   and v.(u - v) are sequences of one happens-before relation; at a leaf it ends, else v - u is the last branch
//   where no thread is prescribed, one is chosen with the labels that are not asleep            fill_sleep_set
//
// The relation is not one of prefixes (observation.h): so sleep sets, which look at pairs of labels, would be too
// coarse. Each frame keeps the labels that were explored from it or from before it and may still be weak initials.
//
// Where we depart from it
//  - A label that was explored is asleep as long as E goes on with nothing that it shares a variable or an object with,
//    two reads apart. It is not chosen: the paper chooses freely, and then some classes are explored twice.
//  - At a leaf, insertion does not end if a label that was explored there is a weak initial of u and not of u.(v - u):
//    what is chosen below the leaf is then held to be explored where the label was, and v with it, though v does not
//    begin with the label. v - u becomes a branch of the leaf (`hides_rest`). The paper ends at each leaf, and so did
//    the specification: one class of 60 is lost, in a quarter of the orders, for
//        cas(x, 0, 0) | step | x = 0; step | x = 0; step; cas(x, 0, 0)
//    where `step` is an operation of another object that no other one commutes with. That no class is lost with both
//    repairs has no proof; docs/algorithms.md says how many programs were judged.
//  - Operations that block, objects that are no variables, other outcomes: as in races.h, under this relation
//    (`attempt`).
//  - A variable that an operation waits for is ordered like these objects. Taking a blocked operation for an observer
//    of the last write was tried: classes are lost in which it is let in by one of several stores that nothing orders.
//    When an execution shows another such operation, the exploration restarts with what it has learnt (`find_branch`);
//    traces told before are not told again, but a class may then have been told of which another trace comes.
//  - A class is told once: one that comes again counts as redundant. Some executions are blocked: all that could go on
//    is asleep. So the algorithm is not optimal to the letter; hardly any program has such an execution.
//
// Invariants
//  1. frames_[i] is of the state before step i; the first child of its tree is the label of step i, while there is one,
//     and the root of the tree of the next frame.
//  2. The labels of frames_[i] that may still be weak initials are those from its `explored` to that of the next frame.
//
// Cost at the end of an execution: per race the labels explored and the children that are tried, each times the length
// of v. Races are those of the whole execution each time, for the relation is a new one.

#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "engine/dpor/observation.h"
#include "engine/dpor/observed_order.h"
#include "engine/dpor/sequence_explorer.h"
#include "engine/dpor/wakeup_tree.h"

namespace qpor::engine {

class Observers final : public SequenceExplorer {
 public:
  Observers(Executor& executor, const Options& options, Observer* observer);

 private:
  struct Frame {
    WakeupTree::NodeId tree;
    std::size_t explored;
  };
  /// An operation that is to take place earlier.
  struct Attempt {
    ThreadId thread;
    OperationId operation;
    StepIndex second;    ///< where it took place, or kNoStep
    StepIndex previous;  ///< of the thread
  };

  // SequenceExplorer
  Next next(Label& label) override;
  void pushed() override;
  void at_end(Next how) override;
  bool find_branch(std::size_t& steps) override;
  void went_back() override { is_read_off_ = false; }
  bool is_redundant() override;
  bool well_formed() const override;

  void fill_sleep_set();
  void restart();
  void learn_uses();
  void read_off();
  void races_of_variable(StepIndex step);
  void reverse_stores(StepIndex first, StepIndex second);
  void races_of_step(StepIndex step);
  void other_outcomes(StepIndex step);
  void attempt(const Attempt& attempt);
  void attempt_before(const Attempt& attempt, StepIndex e);
  void choose_left_out(const Attempt& attempt, StepIndex e, std::size_t next);
  void attempt_without(const Attempt& attempt, StepIndex e);
  bool is_possible_before(StepIndex step, const Attempt& attempt);
  bool is_fresh(StepIndex e, const Attempt& attempt) const {
    return attempt.previous == kNoStep || e > attempt.previous || !observation_.happens_before(e, attempt.previous);
  }

  void add_not_dependent(StepIndex e, StepIndex second);
  void set_outcomes_after_v(StepIndex before, ThreadId thread, const Operation& operation);
  void reverse_with_outcomes(StepIndex e, ThreadId thread, OperationId operation, bool rivals_only);
  void reverse(StepIndex before);
  void insert(StepIndex before);
  void set_explored_before(StepIndex before);
  bool hides_rest();
  const Operation& operation(OperationId id) const { return vocabulary().operations[id]; }

  WakeupTree tree_;
  std::vector<Frame> frames_;  // one more than steps
  std::vector<WeakInitial> explored_;
  std::vector<WeakInitial> on_path_;        // of insert: explored before the end of the path
  std::unordered_set<std::uint64_t> seen_;  // hashes of classes
  std::unordered_set<std::uint64_t> told_;  // hashes of traces

  Uses uses_;
  bool has_learnt_ = false;  // something that earlier executions did not know
  Observation observation_;
  bool is_read_off_ = false;
  ConsistentPath consistency_;
  std::vector<Label> v_;
  std::vector<Label> path_;
  std::vector<Label> rest_;
  std::vector<Label> choices_;
  std::vector<StepIndex> sources_;
  std::vector<StepIndex> observers_;
  std::vector<std::uint32_t> known_;  // of races_of_variable
  std::vector<StepIndex> may_go_;     // of attempt_before
  std::vector<StepIndex> left_out_;   // likewise
  Outcomes outcomes_;
};

}  // namespace qpor::engine
