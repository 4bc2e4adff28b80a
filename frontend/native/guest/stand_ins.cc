// What a Machine does for stand-ins and hooks, on the stack of a fiber: operations and the end of a thread, requests
// for a restart, places in the program, the output, and memory for a heap.

#include <sys/mman.h>
#include <unwind.h>

#include <algorithm>
#include <cstring>

#include "frontend/native/guest/check/spinning.h"
#include "frontend/native/guest/libc/stdio.h"
#include "frontend/native/guest/sync/svcomp.h"
#include "frontend/native/guest/sync/threads.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {
namespace {

/// Those that may leave their object as it is; the stand-in that announces them says what they did (spinning.h). A
/// fence has no object: what it publishes is a store that comes later, which is an effect itself.
bool is_read(engine::OperationKind kind) {
  return kind == engine::OperationKind::Fence || kind == engine::OperationKind::TryLock ||
         kind == engine::OperationKind::TryReadLock || kind == engine::OperationKind::AtomicLoad ||
         kind == engine::OperationKind::AtomicChange || kind == engine::OperationKind::AtomicCount ||
         kind == engine::OperationKind::AtomicCompareExchange;
}

template <std::size_t N>
void copy_text(char (&to)[N], std::string_view text) {
  const std::size_t size = std::min(text.size(), N - 1);
  std::memcpy(to, text.data(), size);
  to[size] = '\0';
}

}  // namespace

Machine* active_machine = nullptr;

void Parked::set(FailureKind new_kind, const ParkedMessage& new_message, Address new_pc, bool new_is_return_address) {
  kind = new_kind;
  message = new_message;
  pc = new_pc;
  is_return_address = new_is_return_address;
  file[0] = function[0] = '\0';
  line = 0;
}

// --- the way to the host

/// Below what resume_here saved there. On the host's side already, it is a call like any other.
void Machine::call_on_host_stack(void (*function)(void*), void* argument) {
  if (!on_guest_stack()) return function(argument);
  Fiber& fiber = *current_;
  const int error = *error_place_;
  if (code_.has_float_environment) fiber.floats.leave();
  is_running_ = false;
  qpor_call_on_stack(function, argument, host_stack_);
  is_running_ = true;
  if (code_.has_float_environment) fiber.floats.enter();
  *error_place_ = error;
}

void Machine::note_effects(const Announcement& announcement) {
  if (counts_.is_disposing()) counts_.note_effect();
  if (current_->spinning != nullptr && !is_read(announcement.kind)) note_spin_effect(*current_);
}

void Machine::leave() {
  switch_stack(&current_->stack_pointer, host_stack_);
  __builtin_unreachable();
}

void Machine::fail(FailureKind kind, const ParkedMessage& message, Address pc) { fail_at(kind, message, pc, true); }

void Machine::fail(FailureKind kind, const char* text, Address pc) { fail_at(kind, text, pc, true); }

void Machine::fail_at(FailureKind kind, const ParkedMessage& message, Address pc, bool is_return_address,
                      const char* file, unsigned line, const char* function) {
  current_->status = FiberStatus::Failed;
  Parked& parked = parts_[index(current_->slot)]->parked;
  parked.set(kind, message, pc, is_return_address);
  copy_text(parked.file, file);
  copy_text(parked.function, function);
  parked.line = line;
  leave();
}

void Machine::cut(Address pc) {
  run_.has_cut = true;
  fail(FailureKind::Cut, "the execution is not explored further", pc);
}

void Machine::end_thread(Address pc, const void* frame) {
  if (in_atomic_block(*current_) && !run_.has_ended) {
    fail(FailureKind::LockMisuse, "ends within an atomic block",
         code_.has_call_at(pc) || current_->entry == 0 ? pc : current_->entry);
  }
  leave_memory(pc, frame);
  visible(engine::OperationKind::Exit, {}, 0, pc);
  __builtin_unreachable();  // no fiber goes on after its exit
}

/// The frames that it leaves and its thread-local variables are gone, except those of a thread that called exit, for it
/// stays there until the process ends; main's thread-local variables are there until then, too.
void Machine::leave_memory(Address pc, const void* frame) {
  const Slot slot = current_->slot;
  if (run_.ended_by == slot) return;
  constexpr Use kFrames{"ends, and with it", its("local variables"), false};
  constexpr Use kThreadLocals{"ends, and with it", its("thread-local variables"), false};
  const bool is_code = code_.has_call_at(pc);
  const Caller caller{reinterpret_cast<const void*>(is_code ? pc : current_->entry), __builtin_frame_address(0)};
  const Address tls = tls_address(slot);
  accesses_.end({reinterpret_cast<Address>(frame), tls}, kFrames, caller);
  if (slot != kMainSlot) free_message_buffer(is_code ? pc : current_->entry);
  if (slot != kMainSlot && code_.tls_size > 0) accesses_.end({tls, tls + code_.tls_size}, kThreadLocals, caller);
}

void Machine::ask_for_ordered_barriers() {
  wants_ordered_barriers_ = true;
  current_->status = FiberStatus::Failed;
  leave();
}

void Machine::want_unit(Address begin, std::size_t size) {
  if (wanted_unit_count_ < kMostWantedUnits) wanted_units_[wanted_unit_count_++] = {begin, size, false};
}

void Machine::ask_for_unit(Address begin, std::size_t size, bool is_in_block) {
  wanted_unit_count_ = std::min<std::size_t>(wanted_unit_count_, kMostWantedUnits - 1);  // this one cannot wait
  wanted_units_[wanted_unit_count_++] = {begin, size, is_in_block};
  current_->status = FiberStatus::Failed;
  leave();
}

void Machine::ask_for_shared_state(OrderedState state) {
  wanted_states_.add(state);
  current_->status = FiberStatus::Failed;
  leave();
}

void Machine::ask_for_counts() {
  current_->status = FiberStatus::Failed;
  leave();
}

void Machine::note_choice(std::uint32_t number, Address pc) {
  for (const ChoicePlace& each : choice_places()) {
    if (each.number == number && each.pc == pc) return;
  }
  if (choice_place_count_ < kMostChoicePlaces) choice_places_[choice_place_count_++] = {number, pc};
}

// --- places

Address Machine::caller_outside_library(Address pc, const void* frame) const {
  FrameWalk walk = frames(current_->slot, reinterpret_cast<Address>(frame));
  Address place = pc;
  constexpr int kDeepest = 1000;
  for (int depth = 0; depth < kDeepest; ++depth) {
    if (code_.has_call_at(place) && !library_code_.contains(place - 1)) return place;
    if (!walk.is_at_frame()) break;
    walk.go_up();
    if (!walk.is_at_frame()) break;
    place = walk.return_address();
  }
  // No code of its own is on the stack, e.g. when what the thread was given is destroyed.
  return current_->entry != 0 ? current_->entry : pc;
}

namespace {

struct Search {
  const Code& code;
  const LibraryCode& library;
  Address found;
  Address found_in_library;
  Address stack_pointer;  ///< of the first frame that is in either
};

_Unwind_Reason_Code look_at_frame(_Unwind_Context* context, void* argument) {
  Search& search = *static_cast<Search*>(argument);
  const Address place = _Unwind_GetIP(context);
  if (!search.code.has_call_at(place)) return _URC_NO_REASON;
  if (search.stack_pointer == 0) search.stack_pointer = _Unwind_GetCFA(context);
  if (search.library.contains(place - 1)) {
    if (search.found_in_library == 0) search.found_in_library = place;
    return _URC_NO_REASON;
  }
  search.found = place;
  return _URC_NORMAL_STOP;
}

}  // namespace

Address Machine::nearest_program_code() const {
  Search search{code_, library_code_, 0, 0, 0};
  _Unwind_Backtrace(&look_at_frame, &search);
  return search.found != 0 ? search.found : search.found_in_library;
}

const void* Machine::nearest_stand_in_frame() const {
  Search search{code_, library_code_, 0, 0, 0};
  _Unwind_Backtrace(&look_at_frame, &search);
  // Below the program's frame there are the return address and the saved frame pointer.
  return search.stack_pointer == 0 ? nullptr
                                   : reinterpret_cast<const void*>(search.stack_pointer - 2 * sizeof(Address));
}

// --- memory and output

bool Machine::extend_heap(Slot slot, Address top) {
  Address& mapped = parts_[index(slot)]->heap_mapped;
  if (top <= mapped) return true;
  const std::size_t size = rounded_up(top - mapped, kHeapPortion);
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  void* const place = reinterpret_cast<void*>(mapped);
  if (mmap(place, size, PROT_READ | PROT_WRITE, flags, -1, 0) != place) return false;
  void* const shadow = reinterpret_cast<void*>(2 * mapped);
  if (accesses_.is_on() && mmap(shadow, 2 * size, PROT_READ | PROT_WRITE, flags, -1, 0) != shadow) return false;
  accesses_.ask_about_units(units_, {mapped, mapped + size});
  mapped += size;
  return true;
}

void Machine::write_output(const char* text, std::size_t size) {
  output_.append({text, size});
  run_.output_size = output_.size();
  twin_log_.note_output(run_.output_size, current_->thread);
}

}  // namespace qpor::frontend::native
