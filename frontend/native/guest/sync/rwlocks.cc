// Read-write locks. By default a reader gets in whenever there is no writer, even if one waits. With
// PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP a writer that has to wait keeps readers out: it announces itself
// (AwaitWrite) before it locks. PTHREAD_RWLOCK_PREFER_WRITER_NP is the default by another name, as in glibc.

#include <cerrno>
#include <cstring>

#include "frontend/native/guest/check/spinning.h"
#include "frontend/native/guest/check/uses.h"
#include "frontend/native/guest/sync/misuse.h"
#include "frontend/native/guest/sync/objects.h"
#include "frontend/native/guest/sync/primitives.h"
#include "frontend/native/guest/sync/records.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

using engine::OperationKind;

namespace {

constexpr std::uint32_t kDestroyed = 0xdead;
constexpr Use kLock{"locks", an("rwlock")};
constexpr Use kUnlock{"unlocks", an("rwlock")};

/// How a pthread_rwlock_t is used here. The first words of static initialisers are zero.
struct RwLock {
  std::uint32_t mark;
  std::uint32_t writer;  ///< 1 + the slot of the thread
  std::uint32_t readers;
  std::uint32_t unused;
  Address written_at;  ///< its own address while there is a writer: a copy has another one
};
static_assert(sizeof(RwLock) <= sizeof(pthread_rwlock_t));

RwLock& view(pthread_rwlock_t* lock) { return *reinterpret_cast<RwLock*>(lock); }

/// The word that the static initialiser of glibc sets.
bool prefers_writers(const pthread_rwlock_t* lock) {
  return lock->__data.__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
}

/// From now on readers wait behind the thread. The argument of the operation that ends it.
std::int64_t await_write(pthread_rwlock_t* lock, Address pc) {
  if (!prefers_writers(lock)) return 0;
  machine().visible(OperationKind::AwaitWrite, rwlock_at(lock), 0, pc);
  use_object(lock, kLock, pc);
  return 1;
}

std::uint32_t writer_word(const Fiber& fiber) { return index(fiber.slot) + 1; }

bool is_writer(pthread_rwlock_t* lock) { return view(lock).writer == writer_word(machine().current()); }

/// How often the thread holds it for reading.
std::int64_t& read_holds(pthread_rwlock_t* lock) {
  return own_record(Record::Kind::ReadHolds, reinterpret_cast<Address>(lock)).value;
}

void check_usable(pthread_rwlock_t* lock, const char* verb, Address pc) {
  const std::uint32_t mark = view(lock).mark;
  check_fitness(mark == 0            ? Fitness::Usable
                : mark == kDestroyed ? Fitness::Destroyed
                                     : Fitness::Absent,
                verb, an("rwlock"), pc);
}

constexpr const char* kCopy = "locks a copy of an rwlock that was locked, or one that was overwritten";

/// REQUIRES: there is no writer
void take_for_reading(pthread_rwlock_t* lock, Address pc) {
  if (view(lock).writer != 0) machine().fail(FailureKind::LockMisuse, kCopy, pc);
  ++view(lock).readers;
  ++read_holds(lock);
}

/// REQUIRES: nothing holds it
void take_for_writing(pthread_rwlock_t* lock, Address pc) {
  if (view(lock).writer != 0 || view(lock).readers != 0) machine().fail(FailureKind::LockMisuse, kCopy, pc);
  view(lock).writer = writer_word(machine().current());
  view(lock).written_at = reinterpret_cast<Address>(lock);
}

/// The thread knows the outcome by itself.
int without_event(pthread_rwlock_t* lock, int result, Address pc) {
  use_object(lock, kLock, pc, AccessKind::UseLater);
  return result;
}

int try_read(pthread_rwlock_t* lock, Address pc) {
  if (is_writer(lock)) return without_event(lock, EBUSY, pc);
  const bool is_taken = try_in_loop(OperationKind::TryReadLock, OperationKind::ReadLock, rwlock_at(lock),
                                    &view(lock).writer, sizeof view(lock).writer, pc);
  use_object(lock, kLock, pc, AccessKind::UseShared);
  check_usable(lock, "locks", pc);
  if (!is_taken) return EBUSY;
  take_for_reading(lock, pc);
  return 0;
}

/// `waited`: the result of await_write.
int try_write(pthread_rwlock_t* lock, std::int64_t waited, Address pc) {
  if (waited == 0 && (is_writer(lock) || read_holds(lock) > 0)) return without_event(lock, EBUSY, pc);
  const bool is_taken = machine().visible(OperationKind::TryWriteLock, rwlock_at(lock), waited, pc) != 0;
  use_object(lock, kLock, pc, is_taken || waited != 0 ? AccessKind::Use : AccessKind::UseShared);
  check_usable(lock, "locks", pc);
  if (!is_taken) return EBUSY;
  take_for_writing(lock, pc);
  return 0;
}

int with_deadline(int result, const Deadline& deadline) {
  if (result != EBUSY) return result;
  if (const int error = check_deadline(deadline); error != 0) return error;
  pass_deadline(deadline);
  return ETIMEDOUT;
}

int timed_read(pthread_rwlock_t* lock, const Deadline& deadline, Address pc) {
  return is_writer(lock) ? without_event(lock, EDEADLK, pc) : with_deadline(try_read(lock, pc), deadline);
}

int timed_write(pthread_rwlock_t* lock, const Deadline& deadline, Address pc) {
  if (is_writer(lock)) return without_event(lock, EDEADLK, pc);
  return with_deadline(try_write(lock, await_write(lock, pc), pc), deadline);
}

}  // namespace

int rwlock_init(pthread_rwlock_t* lock, const pthread_rwlockattr_t* attributes) {
  int kind = PTHREAD_RWLOCK_DEFAULT_NP;
  if (attributes != nullptr) {
    pthread_rwlockattr_getkind_np(attributes, &kind);
    int shared = 0;
    pthread_rwlockattr_getpshared(attributes, &shared);
    if (shared != PTHREAD_PROCESS_PRIVATE) {
      machine().fail(FailureKind::Refused, "an rwlock that is shared between processes", QPOR_CALLER);
    }
  }
  machine().visible(OperationKind::Init, rwlock_at(lock), 0, QPOR_CALLER);
  initialise_object(lock, an("rwlock"), QPOR_CALLER);
  std::memset(lock, 0, sizeof *lock);
  lock->__data.__flags = static_cast<unsigned>(kind);
  return 0;
}

int rwlock_destroy(pthread_rwlock_t* lock) {
  machine().visible(OperationKind::Destroy, rwlock_at(lock), 0, QPOR_CALLER);
  use_object(lock, {"destroys", an("rwlock")}, QPOR_CALLER, AccessKind::Destroy);
  check_usable(lock, "destroys", QPOR_CALLER);
  if (view(lock).writer != 0 || view(lock).readers != 0) {
    machine().fail(FailureKind::LockMisuse, "destroys an rwlock that is locked", QPOR_CALLER);
  }
  view(lock).mark = kDestroyed;
  return 0;
}

int rwlock_rdlock(pthread_rwlock_t* lock) {
  if (is_writer(lock)) return without_event(lock, EDEADLK, QPOR_CALLER);
  machine().visible(OperationKind::ReadLock, rwlock_at(lock), 0, QPOR_CALLER);
  use_object(lock, kLock, QPOR_CALLER, AccessKind::UseShared);
  check_usable(lock, "locks", QPOR_CALLER);
  take_for_reading(lock, QPOR_CALLER);
  return 0;
}

int rwlock_wrlock(pthread_rwlock_t* lock) {
  if (is_writer(lock)) return without_event(lock, EDEADLK, QPOR_CALLER);
  // One that the thread reads: it waits for itself, for ever.
  const std::int64_t waited = await_write(lock, QPOR_CALLER);
  machine().visible(OperationKind::WriteLock, rwlock_at(lock), waited, QPOR_CALLER);
  use_object(lock, kLock, QPOR_CALLER);
  check_usable(lock, "locks", QPOR_CALLER);
  take_for_writing(lock, QPOR_CALLER);
  return 0;
}

int rwlock_tryrdlock(pthread_rwlock_t* lock) { return try_read(lock, QPOR_CALLER); }
int rwlock_trywrlock(pthread_rwlock_t* lock) { return try_write(lock, 0, QPOR_CALLER); }

int rwlock_timedrdlock(pthread_rwlock_t* lock, const timespec* time) {
  return timed_read(lock, {CLOCK_REALTIME, time}, QPOR_CALLER);
}
int rwlock_clockrdlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* time) {
  return timed_read(lock, {clock, time}, QPOR_CALLER);
}
int rwlock_timedwrlock(pthread_rwlock_t* lock, const timespec* time) {
  return timed_write(lock, {CLOCK_REALTIME, time}, QPOR_CALLER);
}
int rwlock_clockwrlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* time) {
  return timed_write(lock, {clock, time}, QPOR_CALLER);
}

int rwlock_unlock(pthread_rwlock_t* lock) {
  Machine& m = machine();
  if (is_writer(lock)) {
    m.visible(OperationKind::WriteUnlock, rwlock_at(lock), 0, QPOR_CALLER);
    use_object(lock, kUnlock, QPOR_CALLER);
    if (view(lock).written_at != reinterpret_cast<Address>(lock)) {
      m.fail(FailureKind::LockMisuse, "unlocks a copy of an rwlock that was locked, or one that was overwritten",
             QPOR_CALLER);
    }
    view(lock).writer = 0;
    view(lock).written_at = 0;
    return 0;
  }
  std::int64_t& holds = read_holds(lock);
  if (holds == 0) {
    use_object(lock, kUnlock, QPOR_CALLER, AccessKind::UseLater);
    m.fail(FailureKind::LockMisuse, "unlocks an rwlock that it does not hold", QPOR_CALLER);
  }
  m.visible(OperationKind::ReadUnlock, rwlock_at(lock), 0, QPOR_CALLER);
  use_object(lock, kUnlock, QPOR_CALLER, AccessKind::UseShared);
  --holds;
  --view(lock).readers;
  return 0;
}

}  // namespace qpor::frontend::native
