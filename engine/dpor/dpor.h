// Classic DPOR: persistent sets, found on the way [Flanagan and Godefroid 2005], in the formulation of
// [Source-DPOR Sec. 5.1]: the test of Alg. 1 l. 7 looks only at those initials of v that happen before the operation p
// that is to come earlier, or are p itself (`->` must be reflexive there, else nothing could be added where v = p). So
// it adds more threads than source-DPOR, and is blocked more often. With sleep sets or without (backtracking.h).
//
// Not to the letter of the slides of 2005 ("in every state, for every thread, the last event that is dependent and may
// be co-enabled"): with sleep sets that loses traces where E holds only threads that are asleep.

#pragma once

#include "engine/dpor/backtracking.h"

namespace qpor::engine {

class Dpor final : public Backtracking {
 public:
  Dpor(Executor& executor, const Options& options, Observer* observer, bool has_sleep_sets)
      : Backtracking(executor, options, observer, has_sleep_sets) {}

 private:
  bool is_initial_enough(StepIndex initial, const Reversal& v) const override;
};

}  // namespace qpor::engine
