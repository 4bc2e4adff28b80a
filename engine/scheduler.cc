#include "engine/scheduler.h"

#include <bit>

namespace qpor::engine {

void Scheduler::set_ready(ThreadId thread) {
  const std::size_t word = index(thread) / 64;
  if (ready_.size() <= word) ready_.resize(word + 1, 0);
  ready_[word] |= std::uint64_t{1} << (index(thread) % 64);
}

void Scheduler::wake(std::vector<ThreadId>& waiting) {
  for (const ThreadId thread : waiting) set_ready(thread);
  waiting.clear();
}

void Scheduler::rewound() {
  const std::size_t threads = executor_.thread_bound();
  ready_.assign((threads + 63) / 64, ~std::uint64_t{0});
  for (const ObjectId object : waited_for_) waiting_[index(object)].clear();
  waited_for_.clear();
  joining_.clear();
}

void Scheduler::set_aside(ThreadId thread, const Operation& operation) {
  ready_[index(thread) / 64] &= ~(std::uint64_t{1} << (index(thread) % 64));
  if (operation.object == kNoObject) {
    joining_.push_back(thread);
    return;
  }
  const std::size_t object = index(operation.object);
  if (waiting_.size() <= object) waiting_.resize(object + 1);
  if (waiting_[object].empty()) waited_for_.push_back(operation.object);
  waiting_[object].push_back(thread);
}

void Scheduler::event_pushed(const Operation& operation, ThreadId thread) {
  set_ready(thread);
  if (operation.kind == OperationKind::Create) set_ready(static_cast<ThreadId>(operation.argument));
  if (operation.kind == OperationKind::Exit) wake(joining_);
  if (operation.object != kNoObject && index(operation.object) < waiting_.size()) {
    wake(waiting_[index(operation.object)]);
  }
}

Scheduler::Choice Scheduler::choose() {
  bool is_asleep = false;
  for (std::size_t i = 0; i < ready_.size(); ++i) {
    const std::size_t word = newest_first_ ? ready_.size() - 1 - i : i;
    std::uint64_t bit = 0;
    for (std::uint64_t rest = ready_[word]; rest != 0; rest &= ~bit) {
      bit = newest_first_ ? std::bit_floor(rest) : rest & (~rest + 1);
      const auto thread = static_cast<ThreadId>(word * 64 + static_cast<std::size_t>(std::countr_zero(bit)));
      const OperationId pending = executor_.pending(thread);
      if (pending == kNoOperation) {
        ready_[word] &= ~bit;
        continue;
      }
      const Operation& operation = vocabulary_.operations[pending];
      configuration_.outcomes(thread, operation, outcomes_);
      if (outcomes_.empty()) {
        set_aside(thread, operation);
        continue;
      }
      for (const Outcome outcome : outcomes_) {
        if (!disabled_.holds(thread, outcome)) return {Found::Step, thread, outcome};
      }
      is_asleep = true;
    }
  }
  return {is_asleep ? Found::Blocked : Found::Maximal, kNoThread, {}};
}

Scheduler::Choice Scheduler::choose_preferring(ThreadId thread) {
  const OperationId pending = thread == kNoThread ? kNoOperation : executor_.pending(thread);
  if (pending != kNoOperation) {
    configuration_.outcomes(thread, vocabulary_.operations[pending], outcomes_);
    for (const Outcome outcome : outcomes_) {
      if (!disabled_.holds(thread, outcome)) return {Found::Step, thread, outcome};
    }
  }
  return choose();
}

}  // namespace qpor::engine
