// The guest's side of an execution: the region of memory, the fibers in it, and the way to and fro between them and the
// host. The functions that stand in for pthreads and the C library (functions.def) are called by the program under test
// on a fiber's stack; they find everything through `machine()`.
//
// Rules for such a function
//  1. It runs on the stack of the program and may never come back from `visible` or `fail`: no object with a destructor
//     that matters may be alive there, no lock held, no memory of the host owned.
//  2. What it tells the program is a function of the thread's own past and the results of its operations.
//  3. State that a run changes lies in the region (a Fiber, `Run`), or in `host` memory whose changes a checkpoint can
//     undo by truncating (the output).
//
// Only one machine is active at a time: signal handlers and stand-ins have no other way to find it.

#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/program/failure_kind.h"
#include "frontend/native/arch/x86_64/switch.h"
#include "frontend/native/guest/check/accesses.h"
#include "frontend/native/guest/check/gate.h"
#include "frontend/native/guest/check/parked_message.h"
#include "frontend/native/guest/check/twin_log.h"
#include "frontend/native/guest/check/units.h"
#include "frontend/native/guest/check/unseen.h"
#include "frontend/native/guest/code_ranges.h"
#include "frontend/native/guest/host_array.h"
#include "frontend/native/guest/libc/block_index.h"
#include "frontend/native/guest/libc/clocks.h"
#include "frontend/native/guest/libc/process_state.h"
#include "frontend/native/guest/sync/atomic_places.h"
#include "frontend/native/guest/sync/counts.h"
#include "frontend/native/machine/code.h"
#include "frontend/native/machine/fiber.h"
#include "frontend/native/machine/geometry.h"
#include "frontend/native/machine/layout.h"
#include "frontend/native/machine/options.h"
#include "frontend/native/machine/region.h"
#include "frontend/native/machine/slots.h"
#include "frontend/program/assumptions.h"

namespace qpor::frontend::native {

/// A function to be called when the process or a thread ends.
struct AtExit {
  void (*function)(void*);
  void* argument;
};
inline constexpr std::size_t kMostAtExit = 256;

/// State of the run that belongs to no thread. Plain data, saved with each checkpoint.
struct Run {
  bool has_ended = false;  ///< main returned or exit was called
  bool has_cut = false;    ///< a thread was cut
  bool uses_host = false;  ///< files are open or were read: state that a checkpoint cannot bring back
  std::int32_t exit_status = 0;
  Slot ended_by = kNoSlot;  ///< of the thread that called exit; kNoSlot when main returned
  std::uint32_t at_exit_count = 0;
  std::uint64_t output_size = 0;
  Slot allocated_by = kNoSlot;       ///< of the thread that allocated, or kSeveralSlots
  bool has_freed = false;            ///< some thread did
  bool uses_process_state = false;   ///< its bytes may be other than zero
  bool has_joined = false;           ///< some thread has joined another
  std::uint32_t closed_streams = 0;  ///< of the standard ones, a bit each
  Address terminate_handler = 0;     ///< of std::set_terminate
  AtExit at_exit[kMostAtExit];
};

/// What the timer of processor time remembers of its last tick.
struct StepTimer {
  std::uint64_t last_resumes = 0;
  std::uint64_t ticks = 0;  ///< since the fiber was resumed
};

using engine::FailureKind;

/// Why a thread was parked. Written on the stack of the program and by signal handlers, so it owns no memory.
struct Parked {
  FailureKind kind{};
  ParkedMessage message;
  Address pc = 0;  ///< the instruction, or the return address of the call
  bool is_return_address = true;
  // For programs without debug information: as far as the program says it itself.
  char file[256] = {};
  char function[128] = {};
  unsigned line = 0;

  void set(FailureKind new_kind, const ParkedMessage& new_message, Address new_pc, bool new_is_return_address);
};

class Machine : public Geometry {
 public:
  /// Of a program that is linked into the region. REQUIRES: there is no other machine; region and code outlive it.
  /// Throws ProgramError where stacks and heaps do not fit.
  Machine(const Region& region, const Code& code, const MachineOptions& options, std::vector<std::string> arguments);
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  // --- the host's side

  /// A new exploration: all threads are to be found again.
  void forget_threads(const std::vector<engine::ClaimedSlot>& known);
  /// The next thread gets its slot. REQUIRES: its creator has one
  Slots::Added add_thread(const engine::Thread& thread);
  /// A new run: globals as linked, no threads, empty heaps.
  void reset();
  /// Makes the slot of `thread` a fiber that stands before its beginning.
  void begin_thread(engine::ThreadId thread, void* (*start)(void*), void* argument, std::uint64_t name_hash);
  void begin_main(std::uint64_t name_hash);
  /// The thread is not to go on.
  void park(Slot slot, FailureKind kind, const ParkedMessage& message, Address pc);
  /// Lets the fiber run to its next operation, its end or its failure.
  void resume(Fiber& fiber);
  /// The same within the caller's frame, for files without a red zone (switch.h).
  [[gnu::always_inline]] void resume_here(Fiber& fiber) {
    before_switch(fiber);
    switch_stack(&host_stack_, fiber.stack_pointer);
    after_switch(fiber);
  }

  Fiber& fiber(Slot slot) const { return *reinterpret_cast<Fiber*>(fiber_address(slot)); }
  Fiber& fiber(engine::ThreadId thread) const { return *fibers_[engine::index(thread)]; }
  /// Of the threads that this exploration has found, by engine::ThreadId. Those that the present run has not created
  /// are absent.
  const std::vector<Slot>& slots() const { return slots_.all(); }
  std::size_t thread_count() const { return fibers_.size(); }
  /// kNoThread when the slot is nobody's.
  engine::ThreadId thread_at(Slot slot) const { return slot_is_possible(slot) ? slots_.at(slot) : engine::kNoThread; }
  const Parked& parked(Slot slot) const { return parts_[index(slot)]->parked; }
  const Code& code() const { return code_; }
  std::string_view output() const { return {output_.all().data(), output_.size()}; }
  bool was_interrupted() const { return was_interrupted_; }
  /// May any of the functions that ask for a restart or a new label return true? In few instructions.
  bool has_requests() const { return was_interrupted_ || has_new_label_ || wants_knowledge(); }
  /// Is `wanted()` more than nothing?
  bool wants_knowledge() const {
    return wants_ordered_barriers_ || wanted_unit_count_ > 0 || !wanted_states_.is_empty() || counts_.has_wanted();
  }
  /// From the next run on.
  void set_knowledge(const engine::Knowledge& knowledge);
  engine::Knowledge knowledge() const;
  /// Of the slots, before the exploration.
  const std::vector<engine::ClaimedSlot>& known_slots() const { return known_slots_; }
  /// What the run has asked for beside that: the exploration has to restart unless the machine knows it.
  engine::Knowledge wanted() const;
  void forget_wanted();
  /// Noted in any run so far.
  const UnseenThings& unseen() const { return unseen_; }
  const AssumptionSet& assumptions() const { return assumptions_; }
  /// Asked by the timer while a fiber runs: true ends its run.
  void set_interrupt_check(bool (*check)(void*), void* argument) {
    interrupt_check_ = check;
    interrupt_argument_ = argument;
  }

  // --- for stand-ins, on the stack of a fiber

  Fiber& current() { return *current_; }
  Run& run() { return run_; }
  const Run& run() const { return run_; }
  const MachineOptions& options() const { return options_; }
  const std::vector<std::string>& arguments() const { return arguments_; }
  /// From the next run on.
  void set_arguments(std::vector<std::string> arguments) { arguments_ = std::move(arguments); }

  /// Announces an operation, waits for its turn, and returns its result.
  /// Inlined, so that few returns follow the change of stacks (switch.h).
  [[gnu::always_inline]] std::int64_t visible(engine::OperationKind kind, const ObjectRef& object,
                                              std::int64_t argument, Address pc) {
    return visible({kind, object, argument, pc});
  }
  [[gnu::always_inline]] std::int64_t visible(const Announcement& announcement) {
    Fiber& fiber = *current_;
    if (counts_.is_disposing() || fiber.spinning != nullptr) note_effects(announcement);
    fiber.next = announcement;
    switch_stack(&fiber.stack_pointer, host_stack_);
    return fiber.result;
  }
  /// Parks the thread.
  [[noreturn]] void fail(FailureKind kind, const ParkedMessage& message, Address pc);
  /// The same, with the message out of the caller's frame, which a checkpoint copies where the thread waits in it.
  [[noreturn]] void fail(FailureKind kind, const char* text, Address pc);
  /// The same for an instruction rather than a call, or with a place that the program names itself.
  [[noreturn]] void fail_at(FailureKind kind, const ParkedMessage& message, Address pc, bool is_return_address,
                            const char* file = "", unsigned line = 0, const char* function = "");
  /// Parks the thread because this execution need not be explored further: it counts as no trace.
  [[noreturn]] void cut(Address pc);
  /// The thread ends; nothing of it runs any more. The frame is that of the stand-in that ends it: those of the program
  /// which are still there lie above.
  [[noreturn]] void end_thread(Address pc, const void* frame);

  /// Are arrivals at a barrier explored in every order?
  bool orders_barriers() const { return orders_barriers_; }
  /// More threads come to a barrier than it waits for: the exploration has to restart.
  [[noreturn]] void ask_for_ordered_barriers();

  /// The program has freed a block, in any run.
  void note_free() { has_freed_ = true; }
  bool has_freed() const { return has_freed_; }

  Accesses& accesses() { return accesses_; }
  const Accesses& accesses() const { return accesses_; }

  Clocks& clocks() { return clocks_; }

  TwinLog& twin_log() { return twin_log_; }
  const TwinLog& twin_log() const { return twin_log_; }

  /// State whose uses are operations (process_state.h).
  const OrderedStates& shared_states() const { return shared_states_; }
  /// A second thread uses it: the exploration has to restart.
  [[noreturn]] void ask_for_shared_state(OrderedState state);

  Gate& gate() { return gate_; }

  AtomicPlaces& atomic_places() { return atomic_places_; }
  /// Bytes that are one object to the engine.
  const Units& units() const { return units_; }
  /// They ought to be a unit: the exploration has to restart. The thread may go on meanwhile.
  void want_unit(Address begin, std::size_t size);
  /// The same when the thread cannot go on.
  [[noreturn]] void ask_for_unit(Address begin, std::size_t size, bool is_in_block = false);

  /// Reference counts that are operations.
  Counts& counts() { return counts_; }
  const Counts& counts() const { return counts_; }
  /// Some more have to be: the exploration restarts, and the thread does not go on.
  [[noreturn]] void ask_for_counts();

  /// A thread was given a name by the program.
  void note_label() { has_new_label_ = true; }
  /// Since the last time that it was asked.
  bool has_new_label() { return std::exchange(has_new_label_, false); }

  /// Calls the function on the host's stack and comes back: there operator new gives memory of the host, a fault is the
  /// host's own, and errno and the floating point environment are not the program's. For questions to the engine, which
  /// may allocate. Cost: some 30 instructions.
  /// REQUIRES: the function returns without an exception, and neither resumes nor announces anything.
  template <class Question>
  auto ask_host(Question question) {
    using Answer = decltype(question());
    struct Call {
      Question& question;
      Answer answer;
    } call{question, Answer{}};
    call_on_host_stack(
        [](void* argument) {
          Call& asked = *static_cast<Call*>(argument);
          asked.answer = asked.question();
        },
        &call);
    return call.answer;
  }

  /// Appends to the output of the run.
  void write_output(const char* text, std::size_t size);
  /// Something that qpor does not see happens at that return address of the program's own code: no verdict of this
  /// exploration is `safe`. REQUIRES: `name` is constant and outlives the machine.
  void note_unseen(UnseenKind kind, const char* name, Address pc) { unseen_.note(kind, name, pc); }
  /// The execution makes use of it: the verdict says so.
  void assume(Assumption assumption) { assumptions_.add(assumption); }

  /// Not all values were explored that the call could have given; `number` as in Instrumented::choices.
  void note_choice(std::uint32_t number, Address pc);
  struct ChoicePlace {
    std::uint32_t number;
    Address pc;
  };
  /// Where that happened, in any run. When there are more than kMostChoicePlaces, the others are left out.
  std::span<const ChoicePlace> choice_places() const { return {choice_places_, choice_place_count_}; }
  static constexpr std::size_t kMostChoicePlaces = 256;

  /// Where the program's own code made the call that led to the stand-in with that return address and frame.
  Address caller(const void* return_address, const void* frame) const {
    const auto pc = reinterpret_cast<Address>(return_address);
    // Stand-ins may be called by others (checked.h).
    return code_.has_call_at(pc) && library_code_.is_empty() ? pc : caller_outside_library(pc, frame);
  }
  /// Is that return address in the program's own code, rather than in what came from headers of a library?
  bool is_own_code(Address pc) const { return !library_code_.contains(pc - 1); }
  /// The same from anywhere, by the unwind tables; 0 when there is no such place.
  Address nearest_program_code() const;
  /// The frame of the stand-in that the program called, by way of a library without frame pointers; null if there is
  /// none.
  const void* nearest_stand_in_frame() const;

  /// Is there memory in the slot? There is in those of all threads that were found in any exploration.
  bool has_memory(Slot slot) const { return slot_is_possible(slot) && parts_[index(slot)] != nullptr; }
  /// Those that have, in no order that matters.
  const std::vector<Slot>& slots_with_memory() const { return mapped_; }

  /// Where the blocks of the slot's heap are.
  BlockIndex& blocks(Slot slot) { return parts_[index(slot)]->blocks; }
  const BlockIndex& blocks(Slot slot) const { return parts_[index(slot)]->blocks; }
  /// Makes the heap of the slot usable up to there. False when the system has no memory.
  bool extend_heap(Slot slot, Address top);

  // --- addresses

  /// Memory for global variables is there below.
  Address globals_bound() const { return region_.globals_bound(); }
  /// REQUIRES: has_memory(slot)
  Address heap_bound(Slot slot) const { return parts_[index(slot)]->heap_mapped; }
  /// Can the program ever have its data there: constants, global variables, a stack or a heap?
  bool may_hold_data(Address begin, std::size_t size) const;
  /// Is the caller running on the stack of a fiber?
  bool on_guest_stack() const { return is_slot_address(reinterpret_cast<Address>(__builtin_frame_address(0))); }

 private:
  friend class Checkpoint;
  friend class FaultHandler;

  /// What the host knows of a slot with memory.
  struct Part {
    Parked parked;
    Address heap_mapped = 0;  ///< the end of what is mapped
    BlockIndex blocks;
  };

  void map_slot(Slot slot);
  Address caller_outside_library(Address pc, const void* frame) const;
  void before_switch(Fiber& fiber);
  void after_switch(Fiber& fiber);
  void clear_heap(Slot slot);
  [[noreturn]] void leave();
  /// Of an operation that is about to be announced.
  void note_effects(const Announcement& announcement);
  void leave_memory(Address pc, const void* frame);
  void call_on_host_stack(void (*function)(void*), void* argument);

  MachineOptions options_;
  std::vector<std::string> arguments_;
  const Region& region_;
  const Code& code_;
  LibraryCode library_code_;
  Run run_;
  Slots slots_;
  std::vector<engine::ClaimedSlot> known_slots_;  ///< for the next exploration
  std::vector<Fiber*> fibers_;                    ///< by engine::ThreadId
  std::vector<std::unique_ptr<Part>> parts_;      ///< by slot
  std::vector<Slot> mapped_;
  HostArray<char> output_;
  AtomicPlaces atomic_places_;
  Counts counts_;
  UnseenThings unseen_;
  AssumptionSet assumptions_;

  Fiber* current_ = nullptr;
  void* host_stack_ = nullptr;
  int* error_place_ = nullptr;
  void** exception_globals_ = nullptr;
  bool is_running_ = false;  ///< a fiber is on the processor
  bool was_interrupted_ = false;
  bool orders_barriers_ = false;
  bool wants_ordered_barriers_ = false;
  static constexpr std::size_t kMostWantedUnits = 64;  ///< at a time; the others are found out the next time
  Unit wanted_units_[kMostWantedUnits] = {};
  std::size_t wanted_unit_count_ = 0;
  Units units_;
  OrderedStates shared_states_;
  OrderedStates wanted_states_;
  Accesses accesses_;
  Clocks clocks_;
  TwinLog twin_log_;
  Gate gate_;
  ChoicePlace choice_places_[kMostChoicePlaces] = {};
  std::size_t choice_place_count_ = 0;
  bool has_new_label_ = false;
  bool has_freed_ = false;
  std::uint64_t resumes_ = 0;
  StepTimer step_timer_;
  bool (*interrupt_check_)(void*) = nullptr;
  void* interrupt_argument_ = nullptr;
};

extern Machine* active_machine;
/// The active one. REQUIRES: there is one.
inline Machine& machine() {
  assert(active_machine != nullptr);
  return *active_machine;
}
inline bool has_machine() { return active_machine != nullptr; }

/// The place in the program's own code that called the stand-in, as a return address. To be asked by the stand-in
/// itself, which must have a frame pointer, as all code of the program has.
#define QPOR_CALLER \
  (::qpor::frontend::native::machine().caller(__builtin_return_address(0), __builtin_frame_address(0)))

}  // namespace qpor::frontend::native
