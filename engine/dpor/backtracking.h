// Backtrack sets with sleep sets: what DPOR and source-DPOR have in common [Source-DPOR Alg. 1; with locks Alg. 3, with
// general blocking Alg. 5]. In each state some thread is chosen that is not asleep; each step pushed is looked at for
// races with what came before it, and a race adds a thread to the backtrack set of the state before its first event.
// The two differ in which threads will do (`is_initial_enough`): dpor.h, source_dpor.h.
//
//   Explore(E, Sleep)
//     l. 1     if some p is enabled and not asleep: backtrack(E) := { p }              next
//     l. 4-8   while some p in backtrack(E) is not asleep: for each race e of p,       pushed
//                v := notdep(e, E).p; unless initials(v) meets backtrack(E'), add one  reverse
//     l. 9-11  Explore(E.p, those of Sleep that do not depend on p); Sleep += p        pushed, find_branch
//
// Where we depart from it
//  - Locks and all else that blocks: the candidates of races.h, and operations that are pending at the end, of blocked
//    executions too.
//  - A thread enters a backtrack set with all the outcomes of its operation: they exclude each other like a lock.
//  - What is in backtrack(E) and asleep is not explored.
//
// An execution whose next steps are all asleep is blocked. Without sleep sets none is blocked, but traces come several
// times; then they are told once, and the rest is counted as redundant.
//
// Cost: per race the steps between its two events.

#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "engine/dpor/sequence_explorer.h"

namespace qpor::engine {

class Backtracking : public SequenceExplorer {
 public:
  Backtracking(Executor& executor, const Options& options, Observer* observer, bool has_sleep_sets);

 protected:
  /// May the thread of an initial of v, or of v's last step, stand for the reversal? `initial`: its step in E, or
  /// kNoStep if it is v's last label.
  virtual bool is_initial_enough(StepIndex initial, const Reversal& v) const = 0;

 private:
  /// Of the state before step number i, and of that before the next one.
  struct Frame {
    std::vector<Label> backtrack;  ///< each thread with all its outcomes
    std::size_t next = 0;          ///< those before it are explored, or are being, or are asleep
    std::vector<Label> asleep;
  };

  // SequenceExplorer
  Next next(Label& label) override;
  void pushed() override;
  void at_end(Next how) override;
  bool find_branch(std::size_t& steps) override;
  void went_back() override;
  bool is_redundant() override;
  bool well_formed() const override;

  void reverse(const Race& race, std::size_t end);
  void find_initials(const Reversal& v);
  void add(Frame& frame, const Label& label, StepIndex step);
  static bool has_branch(Frame& frame);

  const bool has_sleep_sets_;
  std::vector<Frame> frames_;  // one more than steps, while there is a next one
  std::size_t depth_ = 0;      // frames in use
  std::vector<StepIndex> initials_;
  std::vector<Label> candidates_;
  std::unordered_set<std::uint64_t> seen_;  // hashes of traces; without sleep sets
};

}  // namespace qpor::engine
