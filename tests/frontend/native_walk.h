// Runs of native programs under a scheduler that shares nothing with the engine: it knows when a thread may lock, join
// or return from a wait, and picks by chance. For comparing ways to get to the same state.

#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "engine/program/count.h"
#include "engine/program/operation.h"
#include "frontend/native/machine/executor.h"

namespace qpor::frontend::native {

class Walk {
 public:
  struct Step {
    engine::ThreadId thread;
    engine::OperationId operation;
    engine::Value result;
  };

  explicit Walk(NativeExecutor& executor) : executor_(executor) {
    executor.start(vocabulary_);
    states_.push_back(state());
  }

  const std::vector<Step>& steps() const { return steps_; }
  /// What could be told from outside after so many steps of this walk.
  std::uint64_t state_after(std::size_t steps) const { return states_[steps]; }

  /// One step of some thread. False when none can go on, or the execution is interrupted.
  bool step(std::mt19937_64& random) {
    if (executor_.interruption()) return false;
    std::vector<engine::ThreadId> enabled;
    for (std::uint32_t i = 0; i < executor_.thread_bound(); ++i) {
      const auto thread = static_cast<engine::ThreadId>(i);
      if (is_enabled(thread)) enabled.push_back(thread);
    }
    if (enabled.empty()) return false;
    const engine::ThreadId thread = enabled[random() % enabled.size()];
    const engine::OperationId operation = executor_.pending(thread);
    take({thread, operation, result_of(thread, vocabulary_.operations[operation])});
    return true;
  }

  void take(const Step& step) {
    note(step);
    executor_.step(step.thread, step.result);
    steps_.push_back(step);
    states_.push_back(state());
  }

  void rewind(std::size_t steps) {
    executor_.rewind(steps);
    steps_.resize(steps);
    states_.resize(steps + 1);
    owners_.clear();
    readers_.clear();
    waiters_.clear();
    ended_.clear();
    for (const Step& each : steps_) note(each);
  }

  /// Of the executor as it stands: memory, and what each thread announces.
  std::uint64_t state() const {
    std::uint64_t hash = memory_hash(executor_.machine());
    for (std::uint32_t i = 0; i < executor_.thread_bound(); ++i) {
      const engine::OperationId pending = executor_.pending(static_cast<engine::ThreadId>(i));
      if (pending != engine::kNoOperation) hash = engine::fold(engine::fold(hash, i), engine::index(pending));
    }
    return hash;
  }

 private:
  static bool is_unit(const Announcement& next) { return (next.object.which & 1) != 0; }
  /// Of an atomic, what is in the memory. Units only count.
  engine::Value value_of(const Announcement& next) const {
    const auto* const place = reinterpret_cast<const void*>(next.object.address);
    if (is_unit(next)) return 0;
    return static_cast<engine::Value>(atomic_value(place, next.object.which >> 1 & 0xffff'ffff));
  }

  engine::Value result_of(engine::ThreadId thread, const engine::Operation& operation) const {
    const Announcement& next = executor_.machine().fiber(thread).next;
    switch (operation.kind) {
      case engine::OperationKind::TryLock:
      case engine::OperationKind::TryReadLock: return owners_.count(operation.object) == 0 ? 1 : 0;
      case engine::OperationKind::TryWriteLock: return is_free(operation.object) ? 1 : 0;
      case engine::OperationKind::AtomicLoad:
      case engine::OperationKind::AtomicChange: return value_of(next);
      case engine::OperationKind::AtomicCount:
        return engine::passes(operation.argument2, static_cast<std::uint64_t>(value_of(next))) ? 1 : 0;
      case engine::OperationKind::EnqueueIf:
      case engine::OperationKind::AtomicCompareExchange: return value_of(next) == operation.argument ? 1 : 0;
      default: return 0;
    }
  }

  bool is_enabled(engine::ThreadId thread) const {
    const engine::OperationId id = executor_.pending(thread);
    if (id == engine::kNoOperation) return false;
    const engine::Operation& operation = vocabulary_.operations[id];
    switch (operation.kind) {
      case engine::OperationKind::Lock:
      case engine::OperationKind::ReadLock: return owners_.count(operation.object) == 0;
      case engine::OperationKind::WriteLock: return is_free(operation.object);
      case engine::OperationKind::Wake: return waiters_.count({operation.object, thread}) == 0;
      default: break;
    }
    if (operation.has_unless) {
      const Announcement& next = executor_.machine().fiber(thread).next;
      return !is_unit(next) && value_of(next) != operation.unless;
    }
    if (operation.kind != engine::OperationKind::Join) return true;
    return ended_.count(static_cast<engine::ThreadId>(operation.argument)) != 0;
  }

  bool is_free(engine::ObjectId object) const { return owners_.count(object) == 0 && readers_.count(object) == 0; }

  /// Signals wake every waiter: the program must cope with that.
  void wake_all(engine::ObjectId object) {
    std::erase_if(waiters_, [object](const auto& waiter) { return waiter.first == object; });
  }

  void note(const Step& step) {
    const engine::Operation& operation = vocabulary_.operations[step.operation];
    const engine::ObjectId object = operation.object;
    switch (operation.kind) {
      case engine::OperationKind::TryLock:
      case engine::OperationKind::TryWriteLock:
        if (step.result == 0) break;
        [[fallthrough]];
      case engine::OperationKind::Lock:
      case engine::OperationKind::WriteLock: owners_.insert(object); break;
      case engine::OperationKind::TryReadLock:
        if (step.result == 0) break;
        [[fallthrough]];
      case engine::OperationKind::ReadLock: readers_.insert(object); break;
      case engine::OperationKind::ReadUnlock:
        if (const auto reader = readers_.find(object); reader != readers_.end()) readers_.erase(reader);
        break;
      case engine::OperationKind::Unlock:
      case engine::OperationKind::WriteUnlock: owners_.erase(object); break;
      case engine::OperationKind::Init:
      case engine::OperationKind::Destroy:
        owners_.erase(object);
        readers_.erase(object);
        wake_all(object);
        break;
      case engine::OperationKind::EnqueueIf:
        if (step.result == 0) break;
        [[fallthrough]];
      case engine::OperationKind::Enqueue: waiters_.insert({object, step.thread}); break;
      case engine::OperationKind::Signal:
      case engine::OperationKind::Broadcast: wake_all(object); break;
      case engine::OperationKind::TimedWake: waiters_.erase({object, step.thread}); break;
      case engine::OperationKind::Exit: ended_.insert(step.thread); break;
      default: break;
    }
  }

  NativeExecutor& executor_;
  std::shared_ptr<engine::Vocabulary> shared_ = std::make_shared<engine::Vocabulary>();  // copies look at one
  engine::Vocabulary& vocabulary_ = *shared_;
  std::vector<Step> steps_;
  std::vector<std::uint64_t> states_;
  std::set<engine::ObjectId> owners_;        // locked ones
  std::multiset<engine::ObjectId> readers_;  // locked for reading, once per reader
  std::set<std::pair<engine::ObjectId, engine::ThreadId>> waiters_;
  std::set<engine::ThreadId> ended_;
};

}  // namespace qpor::frontend::native
