// Optimal-DPOR [Source-DPOR Alg. 2; locks Alg. 4; general blocking Alg. 6]: wakeup trees say which sequences are to be
// explored, so that no execution is ever blocked and no trace is explored twice.
//
//   Explore(E, Sleep, WuT)
//     l. 1-8    at the end of a maximal execution, for each race e, p:                  at_end
//                 v := notdep(e, E).p; unless some q in Sleep(E') is a weak initial of v   reverse
//                 insert v into the tree of E'                                          insert
//     l. 10-14  WuT is empty: choose some p                                            next
//     l. 15-21  while WuT has a branch, the first one p: Explore(E.p, those of Sleep that do not depend on p, its
//               subtree); remove it; Sleep += p                                        pushed, find_branch
//
// A label q is a *weak initial* of v iff it is an initial of it or independent of all of it (`is_weak_initial`).
// `insert` goes down from the root to the first child that is a weak initial of what is left of v, takes it out of v,
// and ends at a leaf: what is below it is covered. Where no child is one, v becomes the last branch. [Lemma 6.2]
//
// Where we depart from it
//  - The candidates of races.h, and operations that are pending at the end.
//  - Where a thread is chosen that has several outcomes all of them are branches; in a sequence that the tree
//  prescribes
//    each other outcome is a race of the event with itself.
//  - Alg. 4 l. 11 needs p to be another thread than that of e: its next operation after E'.w is e itself.
//
// Races of an event are found once and kept while the event is in E. But each is reversed anew at every end of an
// execution that has other events that do not depend on e, for they are part of v: without that, a reversal that a
// sleeping label answered before would be lost where the longer v is no longer answered by it. `has_same_rest` says
// where nothing is new.
//
// Invariants
//  1. frames_[i] is of the state before step i; the first child of its tree is the label of step i, while there is one.
//  2. The sleep set of frames_[i] are the labels from its `asleep` to that of the next frame.
//
// Cost at the end of an execution: per race the labels asleep, each compared with v as far as it decides.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/dpor/sequence_explorer.h"
#include "engine/dpor/wakeup_tree.h"

namespace qpor::engine {

class OptimalDpor final : public SequenceExplorer {
 public:
  OptimalDpor(Executor& executor, const Options& options, Observer* observer);

 private:
  struct Frame {
    WakeupTree::NodeId tree;
    std::size_t asleep;
  };

  // SequenceExplorer
  Next next(Label& label) override;
  void pushed() override;
  void at_end(Next how) override;
  bool find_branch(std::size_t& steps) override;
  void went_back() override;
  bool well_formed() const override;

  void find_races(Next how);
  void reverse(const Race& race);
  void insert(WakeupTree::NodeId tree, const Reversal& v);
  void append_rest(WakeupTree::NodeId node, const Reversal& v);
  StepIndex first_dependent(const std::vector<StepIndex>& steps, const Label& q, const Reversal& v) const;
  bool is_weak_initial(const Label& q, const Reversal& v, StepIndex& place) const;
  bool is_taken(StepIndex step) const;
  void note_ordered(std::size_t kept, std::vector<std::uint32_t>& ordered) const;
  bool has_same_rest(const Race& race) const;

  WakeupTree tree_;
  std::vector<Frame> frames_;  // one more than steps
  std::vector<Label> asleep_;
  std::vector<std::size_t> races_up_to_;  // by step: how many races it and those before have with steps before
  std::vector<StepIndex> taken_;          // in `insert`: steps of v that the path has; its end for the last one
  std::vector<Label> choices_;

  std::size_t kept_ = 0;                    // steps that E shares with the execution before
  std::vector<std::uint32_t> ordered_;      // by thread: so many of its steps happen before all steps from kept_ on
  std::vector<std::uint32_t> was_ordered_;  // the same of the execution before
};

}  // namespace qpor::engine
