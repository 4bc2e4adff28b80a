// Causality along a trail by vector clocks, for algorithms that think in sequences.
// Each step has a clock: for each thread how many of its steps are causes of this one, or are it.
//
// Invariants
//  1. The clock of a step is the join of the clocks of its causes, with the step itself added. Its causes are its
//  thread
//     predecessor; of an X the X before it on its object and the last R of each thread since; of an R that X; of a
//     token the steps that Tokens names.
//  2. Clocks have as many words as there were threads when the step was pushed; what is missing is 0.
//
// Cost: a word per thread and cause for each step.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/execution/tokens.h"
#include "engine/program/ids.h"

namespace qpor::engine {

class Execution;

class CausalClocks {
 public:
  /// REQUIRES: the execution outlives this.
  explicit CausalClocks(const Execution& execution) : execution_(execution) {}

  /// The last step of the trail. REQUIRES: its tokens are not consumed yet.
  void push(StepIndex step);
  void pop_to(std::size_t steps);

  /// How many steps of the thread are causes of that step, or are it.
  std::uint32_t events_below(StepIndex step, ThreadId thread) const {
    const Row& row = rows_[step];
    return index(thread) < row.width ? words_[row.begin + index(thread)] : 0;
  }
  /// The causes of a step by invariant 1, of which none is below another of the same thread.
  std::span<const StepIndex> causes(StepIndex step) const {
    const std::size_t end = step + 1 < rows_.size() ? rows_[step + 1].causes : causes_.size();
    return {causes_.data() + rows_[step].causes, end - rows_[step].causes};
  }

 private:
  struct Row {
    std::size_t begin = 0;
    std::uint32_t width = 0;
    std::size_t causes = 0;  // its first one in causes_
    ThreadId thread = kNoThread;
    ObjectId object = kNoObject;         // of an access
    StepIndex before = kNoStep;          // of its thread
    StepIndex replaced = kNoStep;        // X: the X before; R: the R of its thread that it replaces
    std::vector<StepIndex> ended_reads;  // X: those since the X before
  };
  struct ObjectNow {
    StepIndex exclusive = kNoStep;
    std::vector<StepIndex> reads;  // the last of each thread since
  };
  void add_causes(StepIndex step, Row& row);
  void access(StepIndex step, Row& row);

  const Execution& execution_;
  std::vector<Row> rows_;
  std::vector<std::uint32_t> words_;
  std::vector<StepIndex> causes_;
  std::vector<StepIndex> last_;     // by thread
  std::vector<ObjectNow> objects_;  // by object
};

}  // namespace qpor::engine
