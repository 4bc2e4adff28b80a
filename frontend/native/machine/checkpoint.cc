#include "frontend/native/machine/checkpoint.h"

#include <cassert>
#include <cstddef>
#include <cstring>

#include "frontend/native/guest/libc/library_state.h"
#include "frontend/native/guest/libc/stdio.h"
#include "frontend/native/guest/libc/streams.h"

namespace qpor::frontend::native {
namespace {

/// The counts of Run and as many of its entries as there are.
std::size_t run_size(const Run& run) { return offsetof(Run, at_exit) + run.at_exit_count * sizeof(AtExit); }

}  // namespace

/// From the stack pointer; of a thread that does not run any more nothing but its Fiber, unless it called exit: then
/// others may still use what is on its stack.
inline Checkpoint::Piece Checkpoint::own_part(const Machine& machine, Fiber& fiber) {
  const bool has_frames = fiber.status == FiberStatus::Announced || machine.run().ended_by == fiber.slot;
  auto* const own = reinterpret_cast<char*>(&fiber);
  char* const begin = has_frames ? static_cast<char*>(fiber.stack_pointer) : own;
  return {begin, static_cast<std::size_t>(own + sizeof(Fiber) - begin)};
}

bool Checkpoint::save(Machine& machine, std::size_t most) {
  assert(!machine.run_.uses_host);
  parts_.clear();
  const std::size_t globals = machine.code_.globals_end - machine.code_.globals_begin;
  used_ = globals + run_size(machine.run_) + sizeof(LibraryState);
  if (machine.run_.uses_process_state) used_ += sizeof(ProcessState);
  has_streams_ = machine.code_.uses_cxx_streams && !are_cxx_streams_unchanged();
  if (has_streams_) used_ += sizeof(CxxStreams);
  for (const Slot slot : machine.slots()) {
    Fiber& fiber = machine.fiber(slot);
    if (fiber.status == FiberStatus::Absent) continue;
    const Address heap = machine.heap_begin(slot);
    parts_.push_back({slot, own_part(machine, fiber), {reinterpret_cast<char*>(heap), fiber.heap.top - heap}});
    used_ += parts_.back().own.size + parts_.back().heap.size;
  }
  if (used_ > most) return false;
  if (capacity_ < used_) {
    capacity_ = used_ + used_ / 4;
    bytes_ = std::make_unique_for_overwrite<char[]>(capacity_);
  }
  char* to = bytes_.get();
  const auto copy = [&to](const void* from, std::size_t size) {
    if (size > 0) std::memcpy(to, from, size);
    to += size;
  };
  atomic_changes_ = machine.atomic_places_.journal_size();
  clock_readings_ = machine.clocks_.journal_size();
  copy(&machine.run_, run_size(machine.run_));
  copy(&library_state, sizeof library_state);
  if (machine.run_.uses_process_state) copy(&process_state(), sizeof(ProcessState));
  if (has_streams_) copy(&cxx_streams, sizeof cxx_streams);
  copy(reinterpret_cast<const void*>(machine.code_.globals_begin), globals);
  for (const ThreadPart& part : parts_) {
    copy(part.own.address, part.own.size);
    copy(part.heap.address, part.heap.size);
  }
  shadow_ = machine.accesses_.mark();
  return true;
}

void Checkpoint::restore(Machine& machine) const {
  if (machine.run_.uses_host) {
    close_guest_files();
    reset_streams();
  }
  const char* from = bytes_.get();
  const auto copy = [&from](void* to, std::size_t size) {
    if (size > 0) std::memcpy(to, from, size);
    from += size;
  };
  if (machine.code_.uses_cxx_streams) {
    if (!has_streams_) reset_cxx_streams();
    forget_locales();
  }
  const bool used_process_state = machine.run_.uses_process_state;
  copy(&machine.run_, offsetof(Run, at_exit));
  copy(machine.run_.at_exit, machine.run_.at_exit_count * sizeof(AtExit));
  copy(&library_state, sizeof library_state);
  if (machine.run_.uses_process_state) {
    copy(&process_state(), sizeof(ProcessState));
  } else if (used_process_state) {
    process_state() = {};
  }
  if (has_streams_) copy(&cxx_streams, sizeof cxx_streams);
  copy(reinterpret_cast<void*>(machine.code_.globals_begin), machine.code_.globals_end - machine.code_.globals_begin);
  std::size_t next = 0;
  for (const Slot slot : machine.slots()) {
    if (next < parts_.size() && parts_[next].slot == slot) {
      const ThreadPart& part = parts_[next++];
      const Address top = reinterpret_cast<Address>(part.heap.address) + part.heap.size;
      // What the run allocated since has to look unused again.
      const Address now = machine.fiber(slot).heap.top;
      if (now > top) std::memset(reinterpret_cast<void*>(top), 0, now - top);
      copy(part.own.address, part.own.size);
      copy(part.heap.address, part.heap.size);
    } else if (machine.fiber(slot).status != FiberStatus::Absent) {
      machine.clear_heap(slot);
      machine.fiber(slot).status = FiberStatus::Absent;
    }
  }
  machine.accesses_.go_back(shadow_, steps);
  machine.output_.cut(machine.run_.output_size);
  machine.atomic_places_.undo_to(atomic_changes_);
  machine.clocks_.undo_to(clock_readings_);
  machine.was_interrupted_ = false;
}

std::uint64_t memory_hash(const Machine& machine) {
  std::uint64_t hash = 0;
  const auto add = [&hash](Address begin, Address end) {
    for (Address at = begin; at + 8 <= end; at += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, reinterpret_cast<const void*>(at), 8);
      hash = engine::fold(hash, word);
    }
  };
  add(kProcessState, kProcessState + sizeof(ProcessState));
  add(reinterpret_cast<Address>(&cxx_streams), reinterpret_cast<Address>(&cxx_streams + 1));
  add(machine.code().globals_begin, machine.code().globals_end);
  for (const Slot slot : machine.slots()) {
    const Fiber& fiber = machine.fiber(slot);
    if (fiber.status == FiberStatus::Absent) continue;
    hash = engine::fold(engine::fold(hash, index(slot)), static_cast<std::uint64_t>(fiber.status));
    add(machine.heap_begin(slot), fiber.heap.top);
    add(machine.tls_address(slot), machine.tls_address(slot) + machine.code().tls_size);
    hash = engine::fold(hash, fiber.next.object.address);
    hash = engine::fold(hash, fiber.next.pc);
    hash = engine::fold(hash, reinterpret_cast<Address>(fiber.value));
    hash = engine::fold(hash, static_cast<std::uint64_t>(fiber.error));
  }
  return hash;
}

}  // namespace qpor::frontend::native
