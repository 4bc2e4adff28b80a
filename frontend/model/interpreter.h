// The executor of compiled models. Each thread runs in its frame of slots to its next visible operation and stops
// there; its frame is all it knows, so threads never see each other but through results.
//
// Invariants
//  1. steps_ and log_ hold, for each step of the current execution, what the step changed of its thread: the live
//     slots before it (contiguous in log_), where the thread stood, and at most one change of its set of holds, of its
//     arrivals, or of the threads that exist. Undoing the steps backwards restores every thread.
//  2. What the program shows (objects, threads, operations, children by ordinal) is kept over rewinds and starts with
//     the same vocabulary: no step allocates once everything has been seen and the log has its size.
//
// Cost: a step is the instructions it runs plus the copy of the live slots; rewind is linear in the undone steps.
// Limits: one executor per vocabulary. Handles are 63-bit hashes of thread names; a collision is asserted against.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/program/executor.h"
#include "frontend/model/bytecode.h"

namespace qpor::frontend::model {

/// A thread that runs so many instructions without a visible operation is taken not to terminate.
inline constexpr std::uint32_t kSilentInstructionLimit = 10'000'000;

class Interpreter final : public engine::Executor {
 public:
  explicit Interpreter(std::shared_ptr<const Program> program);

  void start(engine::Vocabulary& vocabulary) override;
  void step(engine::ThreadId thread, Value result) override;
  void rewind(std::size_t steps) override;
  const engine::Failure* failure(engine::ThreadId thread) const override;
  engine::Location location(std::uint32_t site) const override;

 private:
  using HoldKey = std::uint64_t;  // what is held, and how

  struct ThreadState {
    std::uint32_t code = 0;
    std::uint32_t at = 0;      ///< the instruction of the pending operation
    std::size_t frame = 0;     ///< its first slot in slots_
    std::size_t capacity = 0;  ///< slots that belong to it
    std::uint32_t creates = 0;
    engine::ObjectId choice = engine::kNoObject;            ///< the object of its choices, once shown
    std::vector<HoldKey> holds;                             ///< the newest is searched first
    std::vector<std::pair<std::uint32_t, Value>> arrivals;  ///< per barrier (object number)
    std::vector<engine::ThreadId> children;                 ///< by ordinal, of all executions
    std::unique_ptr<engine::Failure> failure;
  };

  enum class Change : std::uint8_t { None, HoldAdded, HoldRemoved, Arrived, ChildBegun };

  struct StepRecord {
    engine::ThreadId thread{};
    engine::OperationId pending{};
    std::uint32_t at = 0;
    std::uint32_t saved = 0;  ///< slots in log_
    Change change = Change::None;
    std::uint32_t place = 0;  ///< HoldRemoved: where; ChildBegun: the child
    std::uint64_t what = 0;   ///< HoldRemoved: the key; Arrived: the barrier
  };

  struct CacheLine {
    engine::Operation operation;
    engine::OperationId id = engine::kNoOperation;
  };

  // setting up (interpreter_setup.cc)
  bool knows(const engine::Vocabulary& vocabulary) const;
  void show_objects();
  void begin_initial_threads();
  Value* new_frame(engine::ThreadId thread, std::uint32_t code);  ///< may move all frames
  engine::ThreadId child_of(engine::ThreadId creator, std::uint32_t ordinal, const Code& code);
  engine::ObjectId choice_object(engine::ThreadId thread);

  // running
  void run(engine::ThreadId thread, std::uint32_t at);
  void announce(engine::ThreadId thread, std::uint32_t at);
  engine::OperationId intern(const engine::Operation& operation);
  void undo(const StepRecord& record);
  std::uint32_t object_at(const VisibleOperation& visible, Value element) const {
    return engine::index(objects_[visible.first + static_cast<std::uint32_t>(element)]);
  }
  Value value(const ThreadState& state, Operand operand) const {
    return operand >= 0 ? slots_[state.frame + static_cast<std::size_t>(operand)]
                        : program_->constants[static_cast<std::size_t>(~operand)];
  }

  // holds
  static HoldKey key(std::uint32_t what, Hold hold) { return HoldKey{what} << 2 | static_cast<HoldKey>(hold); }
  static std::size_t find_hold(const ThreadState& state, HoldKey key);
  Value& arrivals_of(ThreadState& state, std::uint32_t barrier);

  // failing (interpreter_failure.cc)
  void fail(engine::ThreadId thread, std::uint32_t at, engine::FailureKind kind, engine::Message message);
  void fail_bounds(engine::ThreadId thread, std::uint32_t at, const VisibleOperation& visible, Value element);
  void fail_release(engine::ThreadId thread, std::uint32_t at, const VisibleOperation& visible, Value element);
  void fail_join(engine::ThreadId thread, std::uint32_t at, bool is_second);
  void fail_nontermination(engine::ThreadId thread, std::uint32_t at);
  std::string element_name(const VisibleOperation& visible, Value element) const;

  static constexpr std::size_t kCacheLines = 4096;  // power of two; 160 kB

  std::shared_ptr<const Program> program_;
  engine::Vocabulary* vocabulary_ = nullptr;
  std::vector<engine::ObjectId> objects_;  ///< those that are declared
  std::size_t shown_objects_ = 0;          ///< in the vocabulary when start had filled it; likewise the next two
  std::size_t shown_threads_ = 0;
  std::size_t shown_operations_ = 0;

  std::vector<ThreadState> threads_;
  std::vector<Value> slots_;  ///< the frames of all threads
  std::vector<StepRecord> steps_;
  std::vector<Value> log_;
  std::unordered_map<Value, engine::ThreadId> handles_;
  std::vector<engine::OperationId> constant_ids_;  ///< of the visibles that are always the same operation
  std::vector<CacheLine> cache_;                   ///< of the others, direct mapped
};

}  // namespace qpor::frontend::model
