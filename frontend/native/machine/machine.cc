#include "frontend/native/machine/machine.h"

#include <cxxabi.h>
#include <sys/mman.h>
#include <unwind.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "frontend/native/arch/x86_64/switch.h"
#include "frontend/native/build/load.h"
#include "frontend/native/guest/check/spinning.h"
#include "frontend/native/guest/libc/stdio.h"
#include "frontend/native/guest/libc/streams.h"
#include "frontend/native/guest/sync/svcomp.h"
#include "frontend/native/guest/sync/threads.h"

namespace qpor::frontend::native {
namespace {

/// By so much the mapped part of a heap grows; what lies beyond is not there, so that wild pointers are found.
constexpr std::size_t kHeapPortion = 256 * 1024;

constexpr std::size_t rounded_up(std::size_t size, std::size_t unit) { return (size + unit - 1) / unit * unit; }

void map(Address address, std::size_t size) {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  void* const got = mmap(reinterpret_cast<void*>(address), size, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (got == reinterpret_cast<void*>(address)) return;
  if (got != MAP_FAILED) munmap(got, size);
  throw std::runtime_error("no room for the memory of the program under test (" + std::to_string(size / kMiB) +
                           " MiB of address space): " + std::strerror(errno));
}

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

void Parked::set(FailureKind new_kind, const ParkedMessage& new_message, Address new_pc, bool new_is_return_address) {
  kind = new_kind;
  message = new_message;
  pc = new_pc;
  is_return_address = new_is_return_address;
  file[0] = function[0] = '\0';
  line = 0;
}

Output::~Output() { std::free(bytes_); }

void Output::append(const char* text, std::size_t size) {
  if (size_ + size > capacity_) {
    capacity_ = std::max(size_ + size, 2 * capacity_);
    auto* const larger = static_cast<char*>(std::realloc(bytes_, capacity_));
    if (larger == nullptr) std::abort();  // the supervisor tells
    bytes_ = larger;
  }
  std::memcpy(bytes_ + size_, text, size);
  size_ += size;
}

Machine* active_machine = nullptr;

Machine::Machine(const MachineOptions& options, std::vector<std::string> arguments)
    : options_(options), arguments_(std::move(arguments)), parts_(kMostThreads) {
  if (active_machine != nullptr) throw std::logic_error("there is a machine already");
  map(kRegion, kGlobalsEnd - kRegion);
  if (options.checks_memory) {
    map(2 * kRegion, 2 * (kGlobals - kRegion));
    accesses_.switch_on(options.races > 0 || options.interleaves, options.interleaves, options.races < 100);
    accesses_.go_by_causality(options.races_by_causality || options.interleaves);
  }
  active_machine = this;
  error_place_ = &errno;
  exception_globals_ = reinterpret_cast<void**>(abi::__cxa_get_globals());
}

Machine::~Machine() {
  close_guest_files();
  active_machine = nullptr;
  munmap(reinterpret_cast<void*>(kRegion), kGlobalsEnd - kRegion);
  if (accesses_.is_on()) munmap(reinterpret_cast<void*>(2 * kRegion), 2 * (kGlobalsEnd - kRegion));  // as far as it is
  for (const Slot each : mapped_) {
    const Address begin = stack_begin(each), end = slot_begin(each) + slot_size_;
    munmap(reinterpret_cast<void*>(begin), end - begin);
    if (accesses_.is_on()) munmap(reinterpret_cast<void*>(2 * begin), 2 * (end - begin));
  }
}

void Machine::set_code(const Code& code) {
  code_ = code;
  library_code_.set(code.library);
  globals_image_.clear();
  if (code.globals_end > code.globals_begin)
    globals_image_.assign(reinterpret_cast<const char*>(code.globals_begin), code.globals_end - code.globals_begin);
  // A wild pointer shall not find memory that is no variable's.
  const Address end = rounded_up(code.globals_end, kPage);
  if (end > kGlobals) mprotect(reinterpret_cast<void*>(end), kGlobalsEnd - end, PROT_NONE);
  if (accesses_.is_on() && end > kGlobals) map(2 * kGlobals, 2 * (end - kGlobals));
  globals_bound_ = std::max(end, kGlobals);
  lay_out_slots();
}

void Machine::lay_out_slots() {
  if (options_.stack_size < kSmallestStack) throw ProgramError("--stack-size must be at least 16K");
  if (options_.heap_size < kSmallestHeap) throw ProgramError("--heap-size must be at least 1M");
  const std::size_t alignment = std::max<std::size_t>(code_.tls_alignment, 64);
  const std::size_t stack_end = kGuardSize + rounded_up(options_.stack_size, kPage);
  tls_offset_ = rounded_up(stack_end, alignment);
  fiber_offset_ = rounded_up(tls_offset_ + code_.tls_size, 64);
  // Another page and another eighth of a page each. Whole ones, so that what is aligned within a thread's part has the
  // same place there whichever number the thread has.
  shift_ = kPage + rounded_up(3 * kPage / 8, alignment);
  heap_offset_ = rounded_up((kShifts - 1) * shift_ + fiber_offset_ + sizeof(Fiber), kPage);
  constexpr std::size_t kLargestSlot = std::bit_floor((kSlotsEnd - kSlots) / kMostThreads);
  if (options_.stack_size > kLargestSlot || options_.heap_size > kLargestSlot ||
      heap_offset_ + options_.heap_size > kLargestSlot) {
    throw ProgramError("--stack-size and --heap-size must be below " + std::to_string(kLargestSlot >> 30) +
                       "G together");
  }
  slot_size_ = std::bit_ceil(rounded_up(heap_offset_ + options_.heap_size, kPage));
  slot_bits_ = static_cast<std::size_t>(std::countr_zero(slot_size_));
}

void Machine::map_slot(Slot slot) {
  if (has_memory(slot)) return;
  const Address begin = stack_begin(slot);
  const Address end = rounded_up(heap_begin(slot) + kHeapPortion, kPage);
  map(begin, end - begin);
  if (accesses_.is_on()) map(2 * begin, 2 * (end - begin));
  accesses_.ask_about_units(units_, {begin, end});
  parts_[index(slot)] = std::make_unique<Part>();
  parts_[index(slot)]->heap_mapped = end;
  mapped_.push_back(slot);
}

void Machine::forget_threads(const std::vector<engine::ClaimedSlot>& known) {
  slots_.begin(known);
  fibers_.clear();
}

Slots::Added Machine::add_thread(const engine::Thread& thread) {
  const Slots::Added added = slots_.add(thread);
  if (added != Slots::Added::Yes) return added;
  const Slot slot = slots_.all().back();
  map_slot(slot);
  fibers_.push_back(&fiber(slot));
  return added;
}

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

bool Machine::may_hold_data(Address begin, std::size_t size) const {
  if (!is_slot_address(begin)) {
    return begin >= kReadOnly && begin < code_.globals_end && size <= code_.globals_end - begin;
  }
  const Slot slot = slot_of(begin);
  return begin >= stack_begin(slot) && begin < heap_end(slot) && size <= heap_end(slot) - begin;
}

void Machine::clear_heap(Slot slot) {
  Heap& heap = fiber(slot).heap;
  if (heap.top == 0) return;
  const std::size_t used = heap.top - heap_begin(slot);
  // Giving pages back and getting them again costs 0.25 us per page, clearing a page 0.05.
  if (used > 4 * kMiB) {
    const Address first_page = rounded_up(heap_begin(slot), kPage);
    std::memset(reinterpret_cast<void*>(heap_begin(slot)), 0, first_page - heap_begin(slot));
    madvise(reinterpret_cast<void*>(first_page), rounded_up(heap.top - first_page, kPage), MADV_DONTNEED);
  } else {
    std::memset(reinterpret_cast<void*>(heap_begin(slot)), 0, used);
  }
  heap = Heap{};
}

void Machine::reset() {
  if (!globals_image_.empty()) {
    std::memcpy(reinterpret_cast<void*>(code_.globals_begin), globals_image_.data(), globals_image_.size());
  }
  for (const Slot each : mapped_) {
    if (fiber(each).status == FiberStatus::Absent) continue;
    clear_heap(each);
    fiber(each).status = FiberStatus::Absent;
  }
  close_guest_files();
  reset_streams();
  if (code_.uses_cxx_streams) forget_locales();
  run_.has_ended = run_.has_cut = run_.uses_host = false;
  run_.exit_status = 0;
  run_.ended_by = kNoSlot;
  run_.at_exit_count = 0;
  run_.output_size = 0;
  run_.allocated_by = kNoSlot;
  run_.has_freed = false;
  if (std::exchange(run_.uses_process_state, false)) process_state() = {};
  run_.terminate_handler = 0;
  run_.closed_streams = 0;
  run_.has_joined = false;
  output_.truncate(0);
  atomic_places_.undo_to(0);
  clocks_.begin_run();
  was_interrupted_ = false;
  forget_wanted();
}

void Machine::set_knowledge(const engine::Knowledge& knowledge) {
  assert(knowledge.well_formed());
  units_ = Units(knowledge.ranges);
  shared_states_ = OrderedStates(knowledge.library_states);
  counts_.set_observed(knowledge.counts);
  known_slots_ = knowledge.slots;
  orders_barriers_ = knowledge.orders_barriers;
}

engine::Knowledge Machine::knowledge() const {
  return {units_.all(), counts_.observed(), slots_.claims(), shared_states_.bits(), orders_barriers_};
}

engine::Knowledge Machine::wanted() const {
  engine::Knowledge wanted;
  wanted.orders_barriers = wants_ordered_barriers_;
  wanted.library_states = wanted_states_.bits();
  for (std::size_t i = 0; i < wanted_unit_count_; ++i) wanted.learn(wanted_units_[i]);
  for (const engine::ObservedCount& each : counts_.wanted()) wanted.learn(each);
  return wanted;
}

void Machine::begin_thread(engine::ThreadId thread, void* (*start)(void*), void* argument, std::uint64_t name_hash) {
  const Slot slot = slots_.of(thread);
  Fiber& fiber = this->fiber(slot);
  fiber = Fiber{};
  fiber.status = FiberStatus::Announced;
  fiber.slot = slot;
  fiber.thread = thread;
  fiber.start = start;
  fiber.argument = argument;
  fiber.random = name_hash | 1;
  fiber.heap.top = heap_begin(slot);
  const Address tls = tls_address(slot);
  if (code_.tls_size > 0) std::memcpy(reinterpret_cast<void*>(tls), code_.tls_image, code_.tls_size);
  // As if called by nobody: a return address of 0 ends every walk over the stack.
  auto* stack = reinterpret_cast<Address*>(tls / 16 * 16);
  *--stack = 0;
  for (std::size_t saved = kSavedWords; saved-- > 0;) {
    *--stack = saved == kSavedPlace  ? reinterpret_cast<Address>(&qpor_begin_stack)
               : saved == kSavedBase ? reinterpret_cast<Address>(&fiber_entry)
                                     : 0;
  }
  fiber.stack_pointer = stack;
}

void Machine::begin_main(std::uint64_t name_hash) { begin_thread(engine::ThreadId{}, nullptr, &arguments_, name_hash); }

void Machine::resume(Fiber& fiber) { resume_here(fiber); }

void Machine::before_switch(Fiber& fiber) {
  assert(fiber.status == FiberStatus::Announced);
  current_ = &fiber;
  counts_.forget_disposals();
  tls_base() = reinterpret_cast<char*>(tls_address(fiber));
  *error_place_ = fiber.error;
  exception_globals_[0] = fiber.exception_globals[0];
  exception_globals_[1] = fiber.exception_globals[1];
  ++resumes_;
  is_running_ = true;
  if (code_.has_float_environment) fiber.floats.enter();
}

void Machine::after_switch(Fiber& fiber) {
  if (code_.has_float_environment) fiber.floats.leave();
  is_running_ = false;
  fiber.error = *error_place_;
  fiber.exception_globals[0] = exception_globals_[0];
  fiber.exception_globals[1] = exception_globals_[1];
  exception_globals_[0] = exception_globals_[1] = nullptr;
}

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

// --- places

/// Frames are chained by their frame pointers; those of the C library need not be, so that everything is checked.
Address Machine::caller_outside_library(Address pc, const void* frame) const {
  const Address begin = stack_begin(current_->slot), end = tls_address(*current_);
  auto at = reinterpret_cast<Address>(frame);
  Address place = pc;
  constexpr int kDeepest = 1000;
  for (int depth = 0; depth < kDeepest; ++depth) {
    const bool is_code = place > code_.code_begin && place <= code_.code_end;
    if (is_code && !library_code_.contains(place - 1)) return place;
    const Address above = *reinterpret_cast<const Address*>(at);
    if (above <= at || above < begin || above + 2 * sizeof(Address) > end || above % sizeof(Address) != 0) break;
    at = above;
    place = reinterpret_cast<const Address*>(at)[1];
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
  if (place <= search.code.code_begin || place > search.code.code_end) return _URC_NO_REASON;
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

// --- operations

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

void Machine::park(Slot slot, FailureKind kind, const ParkedMessage& message, Address pc) {
  fiber(slot).status = FiberStatus::Failed;
  parts_[index(slot)]->parked.set(kind, message, pc, true);
}

void Machine::cut(Address pc) {
  run_.has_cut = true;
  fail(FailureKind::Cut, "the execution is not explored further", pc);
}

void Machine::end_thread(Address pc, const void* frame) {
  if (in_atomic_block(*current_) && !run_.has_ended) {
    const bool is_code = pc > code_.code_begin && pc <= code_.code_end;
    fail(FailureKind::LockMisuse, "ends within an atomic block",
         is_code || current_->entry == 0 ? pc : current_->entry);
  }
  leave_memory(pc, frame);
  visible(engine::OperationKind::Exit, {}, 0, pc);
  __builtin_unreachable();  // nobody lets a fiber go on after its exit
}

/// The frames that it leaves and its thread-local variables are gone, except those of a thread that called exit, for it
/// stays there until the process ends; main's thread-local variables are there until then, too.
void Machine::leave_memory(Address pc, const void* frame) {
  const Slot slot = current_->slot;
  if (run_.ended_by == slot) return;
  constexpr Use kFrames{"ends, and with it", its("local variables"), false};
  constexpr Use kThreadLocals{"ends, and with it", its("thread-local variables"), false};
  const bool is_code = pc > code_.code_begin && pc <= code_.code_end;
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

void Machine::forget_wanted() {
  wants_ordered_barriers_ = false;
  wanted_unit_count_ = 0;
  wanted_states_ = {};
  counts_.forget_wanted();
}

void Machine::write_output(const char* text, std::size_t size) {
  output_.append(text, size);
  run_.output_size = output_.text().size();
  twin_log_.note_output(run_.output_size, current_->thread);
}

}  // namespace qpor::frontend::native
