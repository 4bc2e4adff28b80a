// Races of the current execution E, and what reverses them. A race is an event e and an operation p that could take
// place before it: p is an event f that depends on e, or is pending at the end. Its reversal is a sequence
//
//   v = notdep(e, E).p      what does not depend on e, and then p       [Source-DPOR Def. 4.1, Alg. 1 l. 6, Alg. 2 l.
//   6]
//
// which is executable before e and holds p with the outcome that it has there. A race keeps no copy of notdep(e, E):
// that is read off E when it is needed, up to where the algorithm looks (`Reversal`).
//
// Candidates for an operation p, from where it took place back along the accesses of its object:
//  - an R event of another thread, if p is exclusive; an X event; but only *fresh* ones, which do not happen before the
//    thread's previous event;
//  - up to the first X event that is of the thread, or not fresh, or in whose place p would be possible. If p is
//  blocked
//    there, the search goes on: so it passes from a lock over the unlock before it to the lock before that.
// This is Alg. 1-6 in one: direct races (l. 5), lock and lock (Alg. 3, 4), general blocking (Alg. 5, 6). An operation
// that is blocked at the end of E is a candidate like any other (Alg. 4 l. 8-14, Alg. 6).
//
// - A write lock can be blocked by further R events, so notdep(e, E) is also tried without sets of R events of the
// lock,
//   each with all that happens after it (Alg. 5 l. 6, Alg. 6 l. 11): exponential in the readers of one layer.
// - An event that might have had another outcome races with itself: v = notdep(e, E).(its thread, the other outcome).
// - A timed wait that was woken might have timed out before: the search goes back to the signal that woke it.
//
// Everything but `Reversal` depends on the steps up to f only, so races of a step are found once.
//
// Cost: the accesses of the object that are passed, mostly one or two.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/dpor/label.h"
#include "engine/dpor/sequence.h"

namespace qpor::engine {

struct Race {
  StepIndex first;           ///< e
  StepIndex second;          ///< f, or kNoStep if p is pending
  Label last;                ///< p, as it is in the reversal
  std::uint32_t left_out;    ///< R events that the reversal does without, and all after them: how many,
  std::size_t left_out_end;  ///< and where they end in Races::left_out
};

class Races {
 public:
  /// REQUIRES: the sequence outlives this.
  explicit Races(const Sequence& sequence) : sequence_(sequence) {}

  /// Appends those of a step with events before it. `with_outcomes`: its own other outcomes too.
  void of_step(StepIndex step, bool with_outcomes);
  /// Appends those of an operation that the thread has not been able to do.
  void of_pending(ThreadId thread);

  std::size_t size() const { return races_.size(); }
  const Race& operator[](std::size_t i) const { return races_[i]; }
  std::span<const StepIndex> left_out(const Race& race) const {
    return {left_out_.data() + race.left_out_end - race.left_out, race.left_out};
  }
  /// Back to the first so many.
  void resize(std::size_t races);

 private:
  /// An operation that is to take place earlier.
  struct Attempt {
    ThreadId thread;
    OperationId operation;
    StepIndex second;    ///< as in Race
    StepIndex previous;  ///< of the thread
  };
  void walk(const Attempt& attempt, std::size_t from, bool is_exclusive);
  bool is_fresh(StepIndex e, const Attempt& attempt) const {
    return attempt.previous == kNoStep || (e > attempt.previous) || !sequence_.happens_before(e, attempt.previous);
  }
  bool is_possible_before(StepIndex exclusive, const Attempt& attempt);
  void before_exclusive(const Attempt& attempt, StepIndex e);
  void before_shared(const Attempt& attempt, StepIndex e);
  void without_shared(const Attempt& attempt, StepIndex e);
  void choose_left_out(const Attempt& attempt, StepIndex e, std::size_t next, State state);
  void add(const Attempt& attempt, StepIndex e, State state);

  const Sequence& sequence_;
  std::vector<Race> races_;
  std::vector<StepIndex> left_out_;
  std::vector<StepIndex> layer_;    // of without_shared
  std::vector<StepIndex> dropped_;  // likewise
  Outcomes outcomes_;
};

/// The steps of notdep(e, E) for a race, up to step number `end`.
class Reversal {
 public:
  Reversal(const Sequence& sequence, const Races& races, const Race& race, std::size_t end)
      : sequence_(sequence), race_(race), left_out_(races.left_out(race)), end_(end) {}

  const Race& race() const { return race_; }
  std::size_t end() const { return end_; }
  StepIndex begin() const { return race_.first + 1; }

  /// Does the reversal hold that step? REQUIRES: begin() <= step < end()
  bool holds(StepIndex step) const {
    if (step == race_.second || sequence_.happens_before(race_.first, step)) return false;
    for (const StepIndex out : left_out_) {
      if (step == out || (step > out && sequence_.happens_before(out, step))) return false;
    }
    return true;
  }

 private:
  const Sequence& sequence_;
  const Race& race_;
  std::span<const StepIndex> left_out_;
  std::size_t end_;
};

}  // namespace qpor::engine
