// What a fiber carries along for the C and C++ libraries: state that these keep for each thread. What they keep once is
// in process_state.h and library_state.h.

#pragma once

#include <cstdint>
#include <type_traits>

#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

/// What free gave back, by size class; see heap.h.
inline constexpr std::size_t kSizeClasses = 32;

struct FreeLists {
  Address oldest[kSizeClasses];  ///< reused first in, first out; the newest with MachineOptions::reuses_heap
  Address newest[kSizeClasses];
};

struct Heap {
  Address top = 0;                ///< nothing beyond is in use; all zero there
  std::uint64_t freed_bytes = 0;  ///< waiting in the lists
  FreeLists* lists = nullptr;     ///< in the heap, since the first block of the program
};

/// Of the C++ runtime.
struct ExceptionState {
  void* exception_globals[2] = {};  ///< the runtime's view of this thread while it does not run
  Address thrown_at = 0;            ///< the last throw expression
  Address unwound_from = 0;         ///< the stack pointer where an exception was thrown or longjmp called
};

struct LibcState {
  std::int32_t error = 0;                        ///< errno of the host while the fiber does not run
  std::int32_t synchronised_errno = 0;           ///< errno_slot.h
  std::uint32_t clock_reading = 0;               ///< 1 + the newest of its readings in Clocks, or 0
  std::uint32_t processors = ~std::uint32_t{0};  ///< a bit for each that it may run on, of which some are there
  std::uint64_t random = 0;
  char* message_buffer = nullptr;  ///< in the heap
  Heap heap;
};

static_assert(std::is_trivially_copyable_v<ExceptionState> && std::is_trivially_copyable_v<LibcState>,
              "checkpoints copy them");

}  // namespace qpor::frontend::native
