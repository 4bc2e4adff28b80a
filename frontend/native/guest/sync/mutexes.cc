// Mutexes of all types, on the fields that glibc uses too; see threads.h.

#include <cerrno>
#include <cstring>
#include <limits>

#include "frontend/native/guest/check/spinning.h"
#include "frontend/native/guest/check/uses.h"
#include "frontend/native/guest/sync/misuse.h"
#include "frontend/native/guest/sync/objects.h"
#include "frontend/native/guest/sync/primitives.h"
#include "frontend/native/guest/sync/threads.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

using engine::OperationKind;

namespace {

constexpr int kDestroyed = -1;  // as glibc marks it
constexpr Use kLock{"locks", a("mutex")};
constexpr Use kUnlock{"unlocks", a("mutex")};

int owner_word(const Fiber& fiber) { return static_cast<int>(index(fiber.slot)) + 1; }

bool is_recursive(const pthread_mutex_t* mutex) { return mutex->__data.__kind == PTHREAD_MUTEX_RECURSIVE_NP; }
bool is_errorcheck(const pthread_mutex_t* mutex) { return mutex->__data.__kind == PTHREAD_MUTEX_ERRORCHECK_NP; }

/// To be asked when the operation's turn has come: only then what others did to the mutex is settled.
void check_usable(const pthread_mutex_t* mutex, const char* verb, Address pc) {
  const int kind = mutex->__data.__kind;
  const bool is_usable = kind >= PTHREAD_MUTEX_TIMED_NP && kind <= PTHREAD_MUTEX_ADAPTIVE_NP;
  check_fitness(is_usable            ? Fitness::Usable
                : kind == kDestroyed ? Fitness::Destroyed
                                     : Fitness::Absent,
                verb, a("mutex"), pc);
}

/// Where the mutex was when it was locked, in a field that glibc uses for robust mutexes only: bytes of a locked mutex
/// that were copied elsewhere are no mutex.
auto& stamp(pthread_mutex_t* mutex) { return mutex->__data.__list.__prev; }
auto* stamp_of(pthread_mutex_t* mutex) { return reinterpret_cast<decltype(mutex->__data.__list.__prev)>(mutex); }

/// REQUIRES: nothing holds it
void take(pthread_mutex_t* mutex, const Fiber& me, Address pc) {
  if (mutex->__data.__owner != 0) {
    machine().fail(FailureKind::LockMisuse, "locks a copy of a mutex that was locked, or one that was overwritten", pc);
  }
  mutex->__data.__owner = owner_word(me);
  mutex->__data.__count = 1;
  stamp(mutex) = stamp_of(mutex);
}

/// A recursive relock.
int take_again(pthread_mutex_t* mutex) {
  if (mutex->__data.__count == std::numeric_limits<unsigned>::max()) return EAGAIN;
  ++mutex->__data.__count;
  return 0;
}

}  // namespace

bool is_held_by_me(const pthread_mutex_t* mutex) { return mutex->__data.__owner == owner_word(machine().current()); }

void init_mutex(pthread_mutex_t* mutex, int type, Address pc) {
  machine().visible(OperationKind::Init, mutex_at(mutex), 0, pc);
  initialise_object(mutex, a("mutex"), pc);
  std::memset(mutex, 0, sizeof *mutex);
  mutex->__data.__kind = type;
}

int mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) {
  Machine& m = machine();
  int type = PTHREAD_MUTEX_DEFAULT;
  if (attributes != nullptr) {
    int shared = 0;
    int robust = 0;
    int protocol = 0;
    pthread_mutexattr_gettype(attributes, &type);
    pthread_mutexattr_getpshared(attributes, &shared);
    pthread_mutexattr_getrobust(attributes, &robust);
    pthread_mutexattr_getprotocol(attributes, &protocol);
    if (shared != PTHREAD_PROCESS_PRIVATE)
      m.fail(FailureKind::Refused, "a mutex that is shared between processes", QPOR_CALLER);
    if (robust != PTHREAD_MUTEX_STALLED) m.fail(FailureKind::Refused, "a robust mutex", QPOR_CALLER);
    if (protocol != PTHREAD_PRIO_NONE) m.fail(FailureKind::Refused, "a mutex with a priority protocol", QPOR_CALLER);
  }
  init_mutex(mutex, type, QPOR_CALLER);
  return 0;
}

int destroy_mutex(pthread_mutex_t* mutex, Address pc) {
  machine().visible(OperationKind::Destroy, mutex_at(mutex), 0, pc);
  use_object(mutex, {"destroys", a("mutex")}, pc, AccessKind::Destroy);
  check_usable(mutex, "destroys", pc);
  if (mutex->__data.__owner != 0) machine().fail(FailureKind::LockMisuse, "destroys a mutex that is locked", pc);
  mutex->__data.__kind = kDestroyed;
  return 0;
}

int lock_mutex(pthread_mutex_t* mutex, Address pc) {
  Machine& m = machine();
  const Fiber& me = m.current();
  if (mutex->__data.__owner == owner_word(me)) {
    use_object(mutex, kLock, pc, AccessKind::UseLater);
    if (is_recursive(mutex)) return take_again(mutex);
    if (is_errorcheck(mutex)) return EDEADLK;
    // A normal one: the thread waits for itself, for ever.
  }
  m.visible(OperationKind::Lock, mutex_at(mutex), 0, pc);
  use_object(mutex, kLock, pc);
  check_usable(mutex, "locks", pc);
  take(mutex, me, pc);
  return 0;
}

int trylock_mutex(pthread_mutex_t* mutex, Address pc) {
  Fiber& me = machine().current();
  me.has_tried_own = mutex->__data.__owner == owner_word(me) && !is_recursive(mutex);
  if (mutex->__data.__owner == owner_word(me)) {
    use_object(mutex, kLock, pc, AccessKind::UseLater);
    return is_recursive(mutex) ? take_again(mutex) : EBUSY;
  }
  const bool is_taken = try_in_loop(OperationKind::TryLock, OperationKind::Lock, mutex_at(mutex),
                                    &mutex->__data.__owner, sizeof mutex->__data.__owner, pc);
  use_object(mutex, kLock, pc, is_taken ? AccessKind::Use : AccessKind::UseShared);
  check_usable(mutex, "locks", pc);
  if (!is_taken) return EBUSY;
  take(mutex, me, pc);
  return 0;
}

/// Waiting longer and then getting it is the same as coming later: so it is a trylock.
int timedlock_mutex(pthread_mutex_t* mutex, const Deadline& deadline, Address pc) {
  if (is_held_by_me(mutex) && is_errorcheck(mutex)) {
    use_object(mutex, kLock, pc, AccessKind::UseLater);
    return EDEADLK;
  }
  const int result = trylock_mutex(mutex, pc);
  if (result != EBUSY) return result;
  if (const int error = check_deadline(deadline); error != 0) return error;
  pass_deadline(deadline);
  return ETIMEDOUT;
}

int unlock_mutex(pthread_mutex_t* mutex, Address pc) {
  Machine& m = machine();
  if (mutex->__data.__owner != owner_word(m.current())) {
    use_object(mutex, kUnlock, pc, AccessKind::UseLater);
    if (is_recursive(mutex) || is_errorcheck(mutex)) return EPERM;
    m.fail(FailureKind::LockMisuse, "unlocks a mutex that it does not hold", pc);
  }
  if (mutex->__data.__count > 1) {
    use_object(mutex, kUnlock, pc, AccessKind::UseLater);
    --mutex->__data.__count;
    return 0;
  }
  m.visible(OperationKind::Unlock, mutex_at(mutex), 0, pc);
  use_object(mutex, kUnlock, pc);
  if (stamp(mutex) != stamp_of(mutex)) {
    m.fail(FailureKind::LockMisuse, "unlocks a copy of a mutex that was locked, or one that was overwritten", pc);
  }
  stamp(mutex) = nullptr;
  mutex->__data.__owner = 0;
  mutex->__data.__count = 0;
  return 0;
}

int mutex_destroy(pthread_mutex_t* mutex) { return destroy_mutex(mutex, QPOR_CALLER); }
int mutex_lock(pthread_mutex_t* mutex) { return lock_mutex(mutex, QPOR_CALLER); }
int mutex_trylock(pthread_mutex_t* mutex) { return trylock_mutex(mutex, QPOR_CALLER); }
int mutex_unlock(pthread_mutex_t* mutex) { return unlock_mutex(mutex, QPOR_CALLER); }

int mutex_timedlock(pthread_mutex_t* mutex, const timespec* time) {
  return timedlock_mutex(mutex, {CLOCK_REALTIME, time}, QPOR_CALLER);
}

int mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock, const timespec* time) {
  return timedlock_mutex(mutex, {clock, time}, QPOR_CALLER);
}

}  // namespace qpor::frontend::native
