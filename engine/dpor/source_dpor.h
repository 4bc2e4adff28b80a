// Source-DPOR [Source-DPOR Alg. 1; locks Alg. 3; general blocking Alg. 5]: a race is dealt with when any initial of v =
// notdep(e, E).p is in the backtrack set already, and else any of them is added (l. 7-8). Backtrack sets are then
// source sets: each execution that is possible has an initial in them, but for those that sleep. See backtracking.h.

#pragma once

#include "engine/dpor/backtracking.h"

namespace qpor::engine {

class SourceDpor final : public Backtracking {
 public:
  SourceDpor(Executor& executor, const Options& options, Observer* observer)
      : Backtracking(executor, options, observer, true) {}

 private:
  bool is_initial_enough(StepIndex, const Reversal&) const override { return true; }
};

}  // namespace qpor::engine
