#include "frontend/native/machine/machine.h"

#include <cxxabi.h>
#include <sys/mman.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "frontend/native/arch/x86_64/switch.h"
#include "frontend/native/guest/libc/stdio.h"
#include "frontend/native/guest/libc/streams.h"
#include "frontend/native/guest/sync/threads.h"

namespace qpor::frontend::native {

Machine::Machine(const Region& region, const Code& code, const MachineOptions& options,
                 std::vector<std::string> arguments)
    : Geometry(code, options),
      options_(options),
      arguments_(std::move(arguments)),
      region_(region),
      code_(code),
      parts_(kMostThreads) {
  if (active_machine != nullptr) throw std::logic_error("there is a machine already");
  library_code_.set(code.library);
  if (region.has_shadow()) {
    accesses_.switch_on(options.races > 0 || options.interleaves, options.interleaves, options.races < 100);
    accesses_.go_by_causality(options.races_by_causality || options.interleaves);
    accesses_.note_unordered_stores(options.leaves_stores_unordered);
  }
  active_machine = this;
  error_place_ = &errno;
  exception_globals_ = reinterpret_cast<void**>(abi::__cxa_get_globals());
}

Machine::~Machine() {
  close_guest_files();
  active_machine = nullptr;
  // The region may get another machine: what is left there of this one's last run has to go. `reset` sees to variables.
  if (run_.uses_process_state) process_state() = {};
  region_.forget_accesses();
  for (const Slot each : mapped_) {
    const Address begin = stack_begin(each), end = slot_begin(each) + slot_size();
    munmap(reinterpret_cast<void*>(begin), end - begin);
    if (accesses_.is_on()) munmap(reinterpret_cast<void*>(2 * begin), 2 * (end - begin));
  }
}

void Machine::map_slot(Slot slot) {
  if (has_memory(slot)) return;
  const Address begin = stack_begin(slot);
  const Address end = rounded_up(heap_begin(slot) + kHeapPortion, kPage);
  map_memory(begin, end - begin);
  if (accesses_.is_on()) map_memory(2 * begin, 2 * (end - begin));
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
  if (!code_.globals_image.empty()) {
    std::memcpy(reinterpret_cast<void*>(code_.globals_begin), code_.globals_image.data(), code_.globals_image.size());
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
  output_.cut(0);
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
  fiber.stack_pointer = begin_stack(tls, &fiber_entry);
}

void Machine::begin_main(std::uint64_t name_hash) { begin_thread(engine::ThreadId{}, nullptr, &arguments_, name_hash); }

void Machine::park(Slot slot, FailureKind kind, const ParkedMessage& message, Address pc) {
  fiber(slot).status = FiberStatus::Failed;
  parts_[index(slot)]->parked.set(kind, message, pc, true);
}

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

void Machine::forget_wanted() {
  wants_ordered_barriers_ = false;
  wanted_unit_count_ = 0;
  wanted_states_ = {};
  counts_.forget_wanted();
}

}  // namespace qpor::frontend::native
