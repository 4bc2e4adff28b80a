// Mutexes of all types, on the fields that glibc uses too; see threads.h.

#include <cerrno>
#include <cstring>
#include <limits>

#include "frontend/native/machine.h"
#include "frontend/native/threads.h"

namespace qpor::frontend::native {

using engine::OperationKind;

namespace {

constexpr int kDestroyed = -1;  // as glibc marks it

int owner_word(const Fiber& fiber) { return static_cast<int>(fiber.thread) + 1; }

bool is_recursive(const pthread_mutex_t* mutex) { return mutex->__data.__kind == PTHREAD_MUTEX_RECURSIVE_NP; }
bool is_errorcheck(const pthread_mutex_t* mutex) { return mutex->__data.__kind == PTHREAD_MUTEX_ERRORCHECK_NP; }

/// To be asked when the operation's turn has come: only then what others did to the mutex is settled.
void check_usable(const pthread_mutex_t* mutex, const char* verb, Address pc) {
  const int kind = mutex->__data.__kind;
  if (kind >= PTHREAD_MUTEX_TIMED_NP && kind <= PTHREAD_MUTEX_ADAPTIVE_NP) return;
  char text[96] = {};
  std::strncat(text, verb, 40);
  std::strncat(text, kind == kDestroyed ? " a mutex that was destroyed" : " something that is not an initialised mutex",
               sizeof text - 41);
  machine().fail("lock-misuse", text, pc);
}

void take(pthread_mutex_t* mutex, const Fiber& me) {
  mutex->__data.__owner = owner_word(me);
  mutex->__data.__count = 1;
}

/// A recursive relock.
int take_again(pthread_mutex_t* mutex) {
  if (mutex->__data.__count == std::numeric_limits<unsigned>::max()) return EAGAIN;
  ++mutex->__data.__count;
  return 0;
}

}  // namespace

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
    if (shared != PTHREAD_PROCESS_PRIVATE) m.fail("refused", "a mutex that is shared between processes", QPOR_CALLER);
    if (robust != PTHREAD_MUTEX_STALLED) m.fail("refused", "a robust mutex", QPOR_CALLER);
    if (protocol != PTHREAD_PRIO_NONE) m.fail("refused", "a mutex with a priority protocol", QPOR_CALLER);
  }
  m.visible(OperationKind::Init, mutex, 0, QPOR_CALLER);
  std::memset(mutex, 0, sizeof *mutex);
  mutex->__data.__kind = type;
  return 0;
}

int mutex_destroy(pthread_mutex_t* mutex) {
  machine().visible(OperationKind::Destroy, mutex, 0, QPOR_CALLER);
  check_usable(mutex, "destroys", QPOR_CALLER);
  if (mutex->__data.__owner != 0) machine().fail("lock-misuse", "destroys a mutex that is locked", QPOR_CALLER);
  mutex->__data.__kind = kDestroyed;
  return 0;
}

int mutex_lock(pthread_mutex_t* mutex) {
  Machine& m = machine();
  const Fiber& me = m.current();
  if (mutex->__data.__owner == owner_word(me)) {
    if (is_recursive(mutex)) return take_again(mutex);
    if (is_errorcheck(mutex)) return EDEADLK;
    // A normal one: the thread waits for itself, for ever.
  }
  m.visible(OperationKind::Lock, mutex, 0, QPOR_CALLER);
  check_usable(mutex, "locks", QPOR_CALLER);
  take(mutex, me);
  return 0;
}

int mutex_trylock(pthread_mutex_t* mutex) {
  Machine& m = machine();
  const Fiber& me = m.current();
  if (mutex->__data.__owner == owner_word(me)) return is_recursive(mutex) ? take_again(mutex) : EBUSY;
  const bool is_taken = m.visible(OperationKind::TryLock, mutex, 0, QPOR_CALLER) != 0;
  check_usable(mutex, "locks", QPOR_CALLER);
  if (!is_taken) return EBUSY;
  take(mutex, me);
  return 0;
}

int mutex_unlock(pthread_mutex_t* mutex) {
  Machine& m = machine();
  if (mutex->__data.__owner != owner_word(m.current())) {
    if (is_recursive(mutex) || is_errorcheck(mutex)) return EPERM;
    m.fail("lock-misuse", "unlocks a mutex that it does not hold", QPOR_CALLER);
  }
  if (mutex->__data.__count > 1) {
    --mutex->__data.__count;
    return 0;
  }
  m.visible(OperationKind::Unlock, mutex, 0, QPOR_CALLER);
  mutex->__data.__owner = 0;
  mutex->__data.__count = 0;
  return 0;
}

}  // namespace qpor::frontend::native
