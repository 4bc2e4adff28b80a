// What stop_source, stop_token and stop_callback share: std::stop_token::_Stop_state_t. Its lock is a bit of an atomic,
// for which libstdc++ spins; here it is a mutex at the place of that atomic, and the bit is never set. Nobody sees the
// difference: all who look at the atomic mask the bit out.
//
// To request a stop is a write of the atomic under the lock. The rest is libstdc++'s own code.

#include "frontend/native/guest/check/uses.h"
#include "frontend/native/guest/sync/atomics.h"
#include "frontend/native/guest/sync/cxx20.h"
#include "frontend/native/guest/sync/objects.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

using engine::OperationKind;

namespace {

constexpr std::uint32_t kStopRequested = 1;

/// As libstdc++ has it.
struct StopState {
  std::uint32_t owners;
  std::uint32_t value;
};

std::uint32_t& value_of(void* state) { return static_cast<StopState*>(state)->value; }

// Other threads also look at the atomic without the lock, so that these uses are not ordered with all others.
void lock(const std::uint32_t& value, Address pc) {
  machine().visible(OperationKind::Lock, mutex_at(&value), 0, pc);
  use_object(&value, {"locks", a("stop state")}, pc, AccessKind::UseShared);
}
void unlock(const std::uint32_t& value, Address pc) {
  machine().visible(OperationKind::Unlock, mutex_at(&value), 0, pc);
  use_object(&value, {"unlocks", a("stop state")}, pc, AccessKind::UseShared);
}

}  // namespace

void stop_state_lock(void* state) { lock(value_of(state), QPOR_CALLER); }

void stop_state_unlock(void* state) { unlock(value_of(state), QPOR_CALLER); }

bool stop_state_try_lock(void* state, std::uint32_t* seen, std::uint32_t new_bits, int, int) {
  const Address pc = QPOR_CALLER;
  std::uint32_t& value = value_of(state);
  lock(value, pc);
  if ((new_bits & kStopRequested) != 0) {
    announce_write(&value, sizeof value, pc);
    if ((value & kStopRequested) == 0) {
      value |= kStopRequested;
      return true;
    }
  } else {
    unit_access(&value, sizeof value);
    announce_load(&value, sizeof value, pc);
    if (value == *seen) return true;
  }
  *seen = value;
  unlock(value, pc);
  return false;
}

}  // namespace qpor::frontend::native
