// Spinlocks: mutexes to the engine, for who spins does nothing else.

#include <cerrno>

#include "frontend/native/guest/check/spinning.h"
#include "frontend/native/guest/check/uses.h"
#include "frontend/native/guest/sync/misuse.h"
#include "frontend/native/guest/sync/objects.h"
#include "frontend/native/guest/sync/primitives.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

using engine::OperationKind;

namespace {

// All that fits into a pthread_spinlock_t, which is an int.
constexpr int kFree = 0x51ee9;
constexpr int kDestroyed = 0xdead;
constexpr int kHeld = 0x40000000;  ///< plus the thread, and 18 bits of the address, which a copy does not share
constexpr Use kLock{"locks", a("spinlock")};
constexpr Use kUnlock{"unlocks", a("spinlock")};

constexpr unsigned kThreadBits = 12;
static_assert(kMostThreads <= 1u << kThreadBits);

int held_by_me(const volatile int* lock) {
  const auto place = static_cast<int>(reinterpret_cast<Address>(lock) / sizeof *lock & 0x3ffff);
  return kHeld + (place << kThreadBits) + static_cast<int>(index(machine().current().slot));
}

void check_usable(const volatile int* lock, const char* verb, Address pc) {
  check_fitness(*lock == kFree || *lock >= kHeld ? Fitness::Usable
                : *lock == kDestroyed            ? Fitness::Destroyed
                                                 : Fitness::Absent,
                verb, a("spinlock"), pc);
}

/// REQUIRES: nothing holds it
void take(volatile int* lock, Address pc) {
  if (*lock != kFree) {
    machine().fail(FailureKind::LockMisuse, "locks a copy of a spinlock that was locked, or one that was overwritten",
                   pc);
  }
  *lock = held_by_me(lock);
}

}  // namespace

int spin_init(pthread_spinlock_t* lock, int is_shared) {
  if (is_shared != PTHREAD_PROCESS_PRIVATE) {
    machine().fail(FailureKind::Refused, "a spinlock that is shared between processes", QPOR_CALLER);
  }
  machine().visible(OperationKind::Init, mutex_at(lock), 0, QPOR_CALLER);
  initialise_object(lock, a("spinlock"), QPOR_CALLER);
  *lock = kFree;
  return 0;
}

int spin_destroy(pthread_spinlock_t* lock) {
  machine().visible(OperationKind::Destroy, mutex_at(lock), 0, QPOR_CALLER);
  use_object(lock, {"destroys", a("spinlock")}, QPOR_CALLER, AccessKind::Destroy);
  check_usable(lock, "destroys", QPOR_CALLER);
  if (*lock != kFree) machine().fail(FailureKind::LockMisuse, "destroys a spinlock that is locked", QPOR_CALLER);
  *lock = kDestroyed;
  return 0;
}

int spin_lock(pthread_spinlock_t* lock) {
  machine().visible(OperationKind::Lock, mutex_at(lock), 0, QPOR_CALLER);
  use_object(lock, kLock, QPOR_CALLER);
  check_usable(lock, "locks", QPOR_CALLER);
  take(lock, QPOR_CALLER);
  return 0;
}

int spin_trylock(pthread_spinlock_t* lock) {
  if (*lock == held_by_me(lock)) {
    use_object(lock, kLock, QPOR_CALLER, AccessKind::UseLater);
    return EBUSY;
  }
  const bool is_taken = try_in_loop(OperationKind::TryLock, OperationKind::Lock, mutex_at(lock),
                                    const_cast<const int*>(lock), sizeof *lock, QPOR_CALLER);
  use_object(lock, kLock, QPOR_CALLER, is_taken ? AccessKind::Use : AccessKind::UseShared);
  check_usable(lock, "locks", QPOR_CALLER);
  if (!is_taken) return EBUSY;
  take(lock, QPOR_CALLER);
  return 0;
}

int spin_unlock(pthread_spinlock_t* lock) {
  if (*lock != held_by_me(lock)) {
    use_object(lock, kUnlock, QPOR_CALLER, AccessKind::UseLater);
    machine().fail(FailureKind::LockMisuse, "unlocks a spinlock that it does not hold", QPOR_CALLER);
  }
  machine().visible(OperationKind::Unlock, mutex_at(lock), 0, QPOR_CALLER);
  use_object(lock, kUnlock, QPOR_CALLER);
  *lock = kFree;
  return 0;
}

}  // namespace qpor::frontend::native
