// What a fiber carries along for the checks of this folder.

#pragma once

#include <cstdint>
#include <type_traits>

#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

/// Of a semaphore at the place of LastLoad: an attempt in a timed wait failed, and then its time went by.
enum class TimedAttempt : std::uint32_t { None, Failed, TimeIsOver };

/// The last load of an atomic, for who waits until it changes.
struct LastLoad {
  Address place = 0;
  std::uint32_t size = 0;
  TimedAttempt attempt = TimedAttempt::None;
  std::int64_t value = 0;  ///< the result of the operation: what it holds, or how often it had been written
};

struct SpinLoop;  // spinning.h

struct SpinState {
  LastLoad last_load;
  SpinLoop* spinning = nullptr;  ///< the innermost loop that may spin, in the frame of its function
  SpinLoop* waits_in = nullptr;  ///< the loop in which the fiber waits for another value or a lock; else null
};

struct RaceState {
  std::uint32_t quiet = 0;  ///< nesting depth of releases of counted references (accesses.h)
};

static_assert(std::is_trivially_copyable_v<SpinState> && std::is_trivially_copyable_v<RaceState>,
              "checkpoints copy them");

}  // namespace qpor::frontend::native
