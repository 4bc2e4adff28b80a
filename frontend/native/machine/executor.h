// Native programs under the engine's control: implements engine::Executor on a Machine. A step lets one fiber run to
// its next operation; going back restores the last checkpoint before and runs the rest again.
//
// Invariants
//  1. `log_` holds the steps of the current execution; `checkpoints_` states along it, by growing number of steps, the
//     first with none.
//  2. pending_[t] is the interned announcement of fiber t, or kNoOperation when it is absent, has ended or has failed.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/program/executor.h"
#include "frontend/native/build/program.h"
#include "frontend/native/build/source_map.h"
#include "frontend/native/machine/checkpoint.h"
#include "frontend/native/machine/faults.h"
#include "frontend/native/machine/machine.h"
#include "frontend/native/machine/twins.h"
#include "frontend/program/guest.h"

namespace qpor::frontend::native {

class NativeExecutor final : public engine::Executor, public Guest {
 public:
  /// REQUIRES: no other executor of the process is there. Throws ProgramError where stacks and heaps do not fit.
  explicit NativeExecutor(std::shared_ptr<const NativeProgram> program);
  ~NativeExecutor() override;

  void start(engine::Vocabulary& vocabulary) override;
  void set_knowledge(const engine::Knowledge& knowledge) override { machine_.set_knowledge(knowledge); }
  void step(engine::ThreadId thread, engine::Value result) override;
  void rewind(std::size_t steps) override;
  const engine::Failure* failure(engine::ThreadId thread) const override;
  engine::Location location(std::uint32_t site) const override;
  bool has_ended() const override { return machine_.run().has_ended; }
  bool was_cut() const override;
  /// 0 when the program has not ended.
  int exit_status() const override { return machine_.run().exit_status; }
  void set_past(const engine::Past* past) override {
    machine_.accesses().set_past(past);
    machine_.clocks().set_past(past);
  }
  bool asks_happens_before() const override { return machine_.accesses().asks_happens_before(); }
  // executor_twins.cc
  bool has_twins() const override { return true; }
  engine::TwinEnd run_twin(std::span<const engine::TwinStep> order) override;
  void leave_twins(bool to_the_end) override;
  std::optional<engine::Divergence> compare_with_twins() override;

  /// What the code and the data of the program are.
  void add_to(Fingerprinter& fingerprint) const { program_->linked().add_to(fingerprint); }
  std::string guest_output() const override { return std::string(machine_.output()); }
  std::string source_line(const engine::Location& location) const { return sources_->source_line(location); }
  const LoadTimes& load_times() const { return program_->load_times(); }
  std::vector<std::pair<std::string, double>> startup() const override;
  /// What was noted in unseen.h: each thing once, with the lines that did it.
  std::vector<UnseenThing> unseen() const override;
  bool has_more_unseen() const override { return machine_.unseen().is_full(); }
  AssumptionSet assumptions() const override { return machine_.assumptions(); }
  std::vector<engine::ObservedCount> learnt_counts(const engine::Execution& execution) const override;
  const std::vector<WeakerAtomic>& weaker_atomics() const override { return program_->instrumented().weaker_atomics; }
  bool is_optimised() const override { return program_->is_optimised(); }
  bool has_inlined_pointer_locks() const override { return program_->instrumented().has_inlined_pointer_locks; }
  std::vector<std::string> interleaved_variables() const override;
  std::vector<ExploredChoice> explored_choices() const override;
  Machine& machine() { return machine_; }
  std::vector<engine::ThreadId> unjoined_threads() const override;
  std::vector<Lost> lost_memory() const override;
  /// Off: the saved ones are forgotten, and going back means running from the beginning.
  void use_checkpoints(bool on);
  void set_recorder(FlightRecorder* recorder) override { recorder_ = recorder; }
  void set_interrupt_check(bool (*check)(void*), void* argument) override {
    machine_.set_interrupt_check(check, argument);
  }
  /// Of the steps between two checkpoints, for measurements; it is chosen anew with each.
  void set_checkpoint_interval(std::size_t steps) { fixed_interval_ = checkpoint_interval_ = steps; }
  std::size_t checkpoint_count() const { return checkpoint_count_; }
  std::size_t steps_run_again() const { return steps_run_again_; }

 private:
  struct Step {
    engine::ThreadId thread;
    engine::OperationId operation;
    engine::Value result;
  };
  struct Twins {
    std::vector<Step> original;
    std::optional<TwinRecord> first;  ///< what the others are compared with
    TwinRecord now;
    std::optional<engine::Divergence> divergence;
    bool looked_for_races = false;
    bool used_checkpoints = false;
  };
  struct CacheLine {
    Announcement announcement;
    engine::OperationId id = engine::kNoOperation;
  };

  void begin_run();
  /// `position`: of the step in the execution that the engine knows, which a twin run takes in another order.
  void step_at(std::size_t position, engine::ThreadId thread, engine::Value result);
  void truncate_log(std::size_t steps);
  void resume(Fiber& fiber);
  void resume_here(Fiber& fiber);
  void perform(const Step& step, Fiber& fiber);
  void settle(const Fiber& fiber);
  engine::OperationId announced(const Fiber& fiber);
  engine::OperationId announced_create(const Fiber& fiber);
  bool give_slot(engine::ThreadId thread);
  bool give_slots();
  engine::ObjectId object_of(const ObjectRef& object);
  engine::ObjectKey key_of(const ObjectRef& object) const;
  engine::Object new_object(const ObjectRef& object) const;
  std::string name_of(const ObjectRef& object) const;
  bool take_over_requests();
  bool restart_for(const engine::Knowledge& wanted);
  void take_over_labels();
  void explain_race();
  bool choose_whether_to_look(std::size_t steps);
  engine::Access described(const SeenAccess& access) const;
  void describe_race(engine::Failure& failure) const;
  Address entry_of_child(const Fiber& fiber) const;
  engine::ThreadId child_of(const Fiber& creator);
  bool run_again(std::span<const Step> steps);
  void save_checkpoint();
  void set_pending(engine::ThreadId thread, engine::OperationId operation);
  void begin_twins();
  void end_twins();
  std::optional<LeftTrace> follow_twin(std::span<const engine::TwinStep> order);
  void forget_twins();

  std::shared_ptr<const NativeProgram> program_;
  Machine machine_;
  std::unique_ptr<SourceMap> sources_;
  std::unique_ptr<FaultHandler> faults_;
  bool uses_checkpoints_;

  engine::Vocabulary* vocabulary_ = nullptr;
  std::vector<CacheLine> cache_;
  struct ObjectHash {
    std::size_t operator()(const ObjectRef& object) const;
  };
  std::unordered_map<ObjectRef, engine::ObjectId, ObjectHash> objects_;
  std::vector<std::vector<engine::OperationId>> creates_;  ///< by creator and ordinal; kNoOperation when not seen yet
  std::vector<Step> log_;
  std::vector<Step> again_;  ///< of `rewind`
  std::vector<std::unique_ptr<Checkpoint>> checkpoints_;
  std::vector<std::unique_ptr<Checkpoint>> spare_checkpoints_;
  std::size_t checkpoint_interval_ = 8;
  std::size_t fixed_interval_ = 0;  ///< 0: chosen by the size of a checkpoint
  std::size_t checkpoint_count_ = 0;
  std::size_t steps_run_again_ = 0;
  bool is_explaining_ = false;
  bool is_postponing_ = false;    ///< after a Create its thread does not go on yet
  std::unique_ptr<Twins> twins_;  ///< since the first twin run until all are compared
  std::uint64_t executions_ = 0;
  FlightRecorder* recorder_ = nullptr;

  mutable std::vector<engine::Failure> failures_;  ///< by thread; made when asked for
};

}  // namespace qpor::frontend::native
