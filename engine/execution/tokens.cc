#include "engine/execution/tokens.h"

#include <algorithm>
#include <cassert>

namespace qpor::engine {

void Tokens::push(StepIndex step, ThreadId thread, const Operation& operation, Outcome outcome, State before) {
  switch (operation.kind) {
    case OperationKind::Create: threads_[static_cast<std::size_t>(operation.argument)].created = step; break;
    case OperationKind::Exit: threads_[index(thread)].exit = step; break;
    case OperationKind::Signal:
      if (outcome.value != kLostSignal) threads_[static_cast<std::size_t>(outcome.value)].woken = step;
      break;
    case OperationKind::Broadcast:
      for (const ThreadId waiter : semantics_.waiting_at(operation.object, before))
        threads_[index(waiter)].woken = step;
      break;
    case OperationKind::Wake:
    case OperationKind::TimedWake:
      if (outcome.mode != Mode::Token) break;
      consumed_.push_back(threads_[index(thread)].woken);
      threads_[index(thread)].woken = kNoStep;
      break;
    case OperationKind::Arrive: {
      Rounds& rounds = barriers_[index(operation.object)];
      const auto round = static_cast<std::size_t>(operation.argument);
      if (rounds.arrivals.size() <= round) {
        rounds.arrivals.resize(round + 1);
        rounds.threads.resize(round + 1);
      }
      // In the order of threads, so that the name of a leave does not depend on the order of arrival.
      auto& threads = rounds.threads[round];
      auto& arrivals = rounds.arrivals[round];
      const auto place = std::lower_bound(threads.begin(), threads.end(), thread);
      arrivals.insert(arrivals.begin() + (place - threads.begin()), step);
      threads.insert(place, thread);
      break;
    }
    case OperationKind::ArriveOrdered:
      if (completes_round(operation, before)) barriers_[index(operation.object)].arrivals.push_back({step});
      break;
    default: break;
  }
}

void Tokens::pop(StepIndex step, ThreadId thread, const Operation& operation, Outcome outcome, State before) {
  switch (operation.kind) {
    case OperationKind::Create: threads_[static_cast<std::size_t>(operation.argument)].created = kNoStep; break;
    case OperationKind::Exit: threads_[index(thread)].exit = kNoStep; break;
    case OperationKind::Signal:
      if (outcome.value != kLostSignal) threads_[static_cast<std::size_t>(outcome.value)].woken = kNoStep;
      break;
    case OperationKind::Broadcast:
      for (const ThreadId waiter : semantics_.waiting_at(operation.object, before)) {
        threads_[index(waiter)].woken = kNoStep;
      }
      break;
    case OperationKind::Wake:
    case OperationKind::TimedWake:
      if (outcome.mode != Mode::Token) break;
      threads_[index(thread)].woken = consumed_.back();
      consumed_.pop_back();
      break;
    case OperationKind::Arrive: {
      Rounds& rounds = barriers_[index(operation.object)];
      const auto round = static_cast<std::size_t>(operation.argument);
      auto& arrivals = rounds.arrivals[round];
      const auto place = std::find(arrivals.begin(), arrivals.end(), step);
      assert(place != arrivals.end());
      rounds.threads[round].erase(rounds.threads[round].begin() + (place - arrivals.begin()));
      arrivals.erase(place);
      break;
    }
    case OperationKind::ArriveOrdered:
      if (completes_round(operation, before)) barriers_[index(operation.object)].arrivals.pop_back();
      break;
    default: break;
  }
}

std::span<const StepIndex> Tokens::causes(ThreadId thread, const Operation& operation) const {
  const auto one = [](const StepIndex& step) {
    return step == kNoStep ? std::span<const StepIndex>{} : std::span<const StepIndex>{&step, 1};
  };
  switch (operation.kind) {
    case OperationKind::Start: return one(threads_[index(thread)].created);
    case OperationKind::Join: return one(threads_[static_cast<std::size_t>(operation.argument)].exit);
    case OperationKind::Wake:
    case OperationKind::TimedWake: return one(threads_[index(thread)].woken);
    case OperationKind::Leave:
    case OperationKind::LeaveOrdered: {
      const auto& arrivals = barriers_[index(operation.object)].arrivals;
      const auto round = static_cast<std::size_t>(operation.argument);
      if (round >= arrivals.size()) return {};
      const auto& present = arrivals[round];
      const bool is_full =
          operation.kind == OperationKind::LeaveOrdered ||
          static_cast<Value>(present.size()) == semantics_.vocabulary().objects[operation.object].parameter;
      return is_full ? std::span<const StepIndex>(present) : std::span<const StepIndex>{};
    }
    default: return {};
  }
}

}  // namespace qpor::engine
