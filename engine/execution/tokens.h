// The causes of tokens along an execution: which step will be the cause of a start, a join, a wake, a leave. Steps are
// numbers of the trail, so that every algorithm and every trace finds its own events by them.
//
// Invariant: after push of the steps 0..n-1 the answers are those of the trail of n steps; pop undoes push exactly.
//
// Cost: O(1), plus the waiters that a broadcast wakes and the arrivals of a round of a barrier.

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "engine/program/ids.h"
#include "engine/program/operation.h"
#include "engine/program/semantics.h"

namespace qpor::engine {

/// Number of a step: its position in the trail of an execution.
using StepIndex = std::uint32_t;
inline constexpr StepIndex kNoStep = std::numeric_limits<StepIndex>::max();

class Tokens {
 public:
  /// REQUIRES: semantics outlives this.
  explicit Tokens(const Semantics& semantics) : semantics_(semantics) {}

  /// Has such a step to be pushed? Others may be left out.
  static constexpr bool concern(OperationKind kind) {
    switch (kind) {
      case OperationKind::Create:
      case OperationKind::Exit:
      case OperationKind::Signal:
      case OperationKind::Broadcast:
      case OperationKind::Wake:
      case OperationKind::TimedWake:
      case OperationKind::Arrive:
      case OperationKind::ArriveOrdered: return true;
      default: return false;
    }
  }

  /// Step number `step` of the execution. `before`: what the operation's object held.
  void push(StepIndex step, ThreadId thread, const Operation& operation, Outcome outcome, State before);
  /// REQUIRES: it is the step that was pushed last.
  void pop(StepIndex step, ThreadId thread, const Operation& operation, Outcome outcome, State before);

  /// The causes, besides the thread predecessor, of a token that the thread is about to do; none while they have not
  /// taken place. Those of a leave are sorted by thread.
  std::span<const StepIndex> causes(ThreadId thread, const Operation& operation) const;

  /// Makes room for every thread and object of the vocabulary.
  void grow() {
    const Vocabulary& vocabulary = semantics_.vocabulary();
    if (threads_.size() < vocabulary.threads.size()) threads_.resize(vocabulary.threads.size());
    if (barriers_.size() < vocabulary.objects.size()) barriers_.resize(vocabulary.objects.size());
  }

 private:
  struct ThreadNow {
    StepIndex created = kNoStep;
    StepIndex exit = kNoStep;
    StepIndex woken = kNoStep;
  };
  /// By round: the arrivals, by thread.
  struct Rounds {
    std::vector<std::vector<StepIndex>> arrivals;
    std::vector<std::vector<ThreadId>> threads;
  };
  bool completes_round(const Operation& operation, State before) const {
    return (before + 1) % semantics_.vocabulary().objects[operation.object].parameter == 0;
  }

  const Semantics& semantics_;
  std::vector<ThreadNow> threads_;
  std::vector<Rounds> barriers_;     // by object
  std::vector<StepIndex> consumed_;  // by wakes, the last one on top
};

}  // namespace qpor::engine
