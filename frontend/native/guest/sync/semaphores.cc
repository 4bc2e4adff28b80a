// Semaphores without names. The count is the engine's; the program's memory tells only whether there is a semaphore.
//
// One that was not initialised, or was destroyed, lets everybody through: so who comes there is found out instead of
// waiting for ever.

#include <cerrno>
#include <climits>

#include "frontend/native/guest/check/uses.h"
#include "frontend/native/guest/sync/misuse.h"
#include "frontend/native/guest/sync/objects.h"
#include "frontend/native/guest/sync/primitives.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

using engine::OperationKind;

namespace {

constexpr std::uint32_t kInitialised = 0x5e3a;
constexpr std::uint32_t kDestroyed = 0xdead;
constexpr Use kWait{"waits on", a("semaphore")};

struct Semaphore {
  std::uint32_t mark;
};
static_assert(sizeof(Semaphore) <= sizeof(sem_t));

Semaphore& view(sem_t* semaphore) { return *reinterpret_cast<Semaphore*>(semaphore); }

/// By its address: a copy of a semaphore is none.
std::uint32_t mark_of(const sem_t* semaphore) {
  return kInitialised ^ static_cast<std::uint32_t>(reinterpret_cast<Address>(semaphore) / alignof(sem_t) << 16);
}

void check_usable(sem_t* semaphore, const char* verb, Address pc) {
  const std::uint32_t mark = view(semaphore).mark;
  check_fitness(mark == mark_of(semaphore) ? Fitness::Usable
                : mark == kDestroyed       ? Fitness::Destroyed
                                           : Fitness::Absent,
                verb, a("semaphore"), pc);
}

int with_errno(int error) {
  errno = error;
  return -1;
}

int timed_wait(sem_t* semaphore, const Deadline& deadline, Address pc) {
  if (try_semaphore(semaphore, pc)) return 0;
  if (const int error = check_deadline(deadline); error != 0) return with_errno(error);
  pass_deadline(deadline);
  return with_errno(ETIMEDOUT);
}

}  // namespace

int post_semaphore(sem_t* semaphore, Address pc) {
  machine().visible(OperationKind::Post, semaphore_at(semaphore), 0, pc);
  use_object(semaphore, {"posts", a("semaphore")}, pc, AccessKind::UseShared);
  check_usable(semaphore, "posts", pc);
  return 0;
}

int wait_semaphore(sem_t* semaphore, Address pc) {
  machine().visible(OperationKind::Acquire, semaphore_at(semaphore), 0, pc);
  use_object(semaphore, kWait, pc);
  check_usable(semaphore, "waits on", pc);
  return 0;
}

bool try_semaphore(sem_t* semaphore, Address pc) {
  const bool is_taken = machine().visible(OperationKind::TryAcquire, semaphore_at(semaphore), 0, pc) != 0;
  use_object(semaphore, kWait, pc);
  check_usable(semaphore, "waits on", pc);
  return is_taken;
}

int semaphore_init(sem_t* semaphore, int is_shared, unsigned value) {
  if (value > SEM_VALUE_MAX) return with_errno(EINVAL);
  if (is_shared != 0) machine().fail(FailureKind::Refused, "a semaphore that is shared between processes", QPOR_CALLER);
  machine().visible(OperationKind::Init, semaphore_at(semaphore), value, QPOR_CALLER);
  initialise_object(semaphore, a("semaphore"), QPOR_CALLER);
  view(semaphore).mark = mark_of(semaphore);
  return 0;
}

int semaphore_destroy(sem_t* semaphore) {
  machine().visible(OperationKind::Destroy, semaphore_at(semaphore), kOpenSemaphore, QPOR_CALLER);
  use_object(semaphore, {"destroys", a("semaphore")}, QPOR_CALLER, AccessKind::Destroy);
  check_usable(semaphore, "destroys", QPOR_CALLER);
  view(semaphore).mark = kDestroyed;
  return 0;
}

int semaphore_wait(sem_t* semaphore) { return wait_semaphore(semaphore, QPOR_CALLER); }

int semaphore_trywait(sem_t* semaphore) { return try_semaphore(semaphore, QPOR_CALLER) ? 0 : with_errno(EAGAIN); }

int semaphore_timedwait(sem_t* semaphore, const timespec* time) {
  return timed_wait(semaphore, {CLOCK_REALTIME, time}, QPOR_CALLER);
}

int semaphore_clockwait(sem_t* semaphore, clockid_t clock, const timespec* time) {
  return timed_wait(semaphore, {clock, time}, QPOR_CALLER);
}

int semaphore_post(sem_t* semaphore) { return post_semaphore(semaphore, QPOR_CALLER); }

int semaphore_getvalue(sem_t* semaphore, int* value) {
  const std::int64_t count = machine().visible(OperationKind::GetValue, semaphore_at(semaphore), 0, QPOR_CALLER);
  use_object(semaphore, {"reads", a("semaphore")}, QPOR_CALLER);
  check_usable(semaphore, "reads", QPOR_CALLER);
  *value = static_cast<int>(count);
  return 0;
}

}  // namespace qpor::frontend::native
