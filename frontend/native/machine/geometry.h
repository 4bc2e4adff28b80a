// Where the parts of a thread's slot are (layout.h). The size of slots is the least power of two that has room for what
// the program and the user ask for.

#pragma once

#include <cstddef>

#include "frontend/native/arch/x86_64/frames.h"
#include "frontend/native/machine/code.h"
#include "frontend/native/machine/fiber.h"
#include "frontend/native/machine/layout.h"
#include "frontend/native/machine/options.h"

namespace qpor::frontend::native {

class Geometry {
 public:
  /// Throws ProgramError where stacks and heaps do not fit.
  Geometry(const Code& code, const MachineOptions& options);

  bool is_slot_address(Address address) const { return address - kSlots < kMostThreads * slot_size_; }
  /// REQUIRES: is_slot_address(address)
  Slot slot_of(Address address) const { return static_cast<Slot>((address - kSlots) >> slot_bits_); }
  /// Where the range of the slot begins.
  Address slot_begin(Slot slot) const { return kSlots + index(slot) * slot_size_; }
  /// Where the thread's own part of it begins. The most used bytes of all threads would otherwise be a power of two
  /// apart, and compete for the same few lines of the caches (3 to 6 % of the time of an exploration).
  Address origin(Slot slot) const { return slot_begin(slot) + index(slot) % kShifts * shift_; }
  Address stack_begin(Slot slot) const { return origin(slot) / kPage * kPage + kGuardSize; }
  Address tls_address(Slot slot) const { return origin(slot) + tls_offset_; }
  Address tls_address(const Fiber& fiber) const {
    return reinterpret_cast<Address>(&fiber) - (fiber_offset_ - tls_offset_);
  }
  Address fiber_address(Slot slot) const { return origin(slot) + fiber_offset_; }
  Address heap_begin(Slot slot) const { return slot_begin(slot) + heap_offset_; }
  Address heap_end(Slot slot) const { return heap_begin(slot) + heap_size_; }

  /// The frames of the program on the stack of that slot, from the given one outwards.
  FrameWalk frames(Slot slot, Address frame) const { return {frame, stack_begin(slot), tls_address(slot)}; }

  std::size_t slot_size() const { return slot_size_; }

 private:
  static constexpr std::size_t kShifts = 64;

  std::size_t shift_ = 0;  ///< from one thread's origin in its slot to the next one's
  std::size_t slot_size_ = 0, slot_bits_ = 0, tls_offset_ = 0, fiber_offset_ = 0, heap_offset_ = 0;
  std::size_t heap_size_;
};

}  // namespace qpor::frontend::native
