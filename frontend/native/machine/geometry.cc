#include "frontend/native/machine/geometry.h"

#include <algorithm>
#include <bit>
#include <string>

#include "frontend/native/program_error.h"

namespace qpor::frontend::native {

Geometry::Geometry(const Code& code, const MachineOptions& options) : heap_size_(options.heap_size) {
  if (options.stack_size < kSmallestStack) throw ProgramError("--stack-size must be at least 16K");
  if (options.heap_size < kSmallestHeap) throw ProgramError("--heap-size must be at least 1M");
  const std::size_t alignment = std::max<std::size_t>(code.tls_alignment, 64);
  const std::size_t stack_end = kGuardSize + rounded_up(options.stack_size, kPage);
  tls_offset_ = rounded_up(stack_end, alignment);
  fiber_offset_ = rounded_up(tls_offset_ + code.tls_size, 64);
  // Another page and another eighth of a page each. Whole ones, so that what is aligned within a thread's part has the
  // same place there whichever number the thread has.
  shift_ = kPage + rounded_up(3 * kPage / 8, alignment);
  heap_offset_ = rounded_up((kShifts - 1) * shift_ + fiber_offset_ + sizeof(Fiber), kPage);
  constexpr std::size_t kLargestSlot = std::bit_floor((kSlotsEnd - kSlots) / kMostThreads);
  if (options.stack_size > kLargestSlot || options.heap_size > kLargestSlot ||
      heap_offset_ + options.heap_size > kLargestSlot) {
    throw ProgramError("--stack-size and --heap-size must be below " + std::to_string(kLargestSlot >> 30) +
                       "G together");
  }
  slot_size_ = std::bit_ceil(rounded_up(heap_offset_ + options.heap_size, kPage));
  slot_bits_ = static_cast<std::size_t>(std::countr_zero(slot_size_));
}

}  // namespace qpor::frontend::native
