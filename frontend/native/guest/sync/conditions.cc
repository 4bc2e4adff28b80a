// Condition variables. A wait is four events: the thread queues up, releases the mutex, is woken, and takes the mutex
// again. Whom a signal wakes is the engine's choice.

#include <cerrno>
#include <cstring>

#include "frontend/native/guest/check/uses.h"
#include "frontend/native/guest/sync/misuse.h"
#include "frontend/native/guest/sync/objects.h"
#include "frontend/native/guest/sync/primitives.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

using engine::OperationKind;

namespace {

constexpr std::uint32_t kDestroyed = 0xdead;
constexpr Use kWait{"waits on", a("condition variable")};

/// How a pthread_cond_t is used here; all zero after a static initialiser.
struct Condition {
  Address mutex;  ///< that those who wait gave
  std::uint32_t waiting;
  std::uint32_t mark;
  clockid_t clock;  ///< of timedwait
};
static_assert(sizeof(Condition) <= sizeof(pthread_cond_t));

Condition& view(pthread_cond_t* condition) { return *reinterpret_cast<Condition*>(condition); }

void check_usable(const Condition& condition, const char* verb, Address pc) {
  check_fitness(condition.mark == 0            ? Fitness::Usable
                : condition.mark == kDestroyed ? Fitness::Destroyed
                                               : Fitness::Absent,
                verb, a("condition variable"), pc);
}

/// True when it was a wake-up, false when it was the time that ended the wait.
bool wait_for_wake_up(pthread_cond_t* condition, bool is_timed, Address pc) {
  Machine& m = machine();
  Fiber& me = m.current();
  m.assume(m.options().spurious_wakeups > 0 ? Assumption::FewSpuriousWakeups : Assumption::NoSpuriousWakeups);
  if (m.options().is_fifo) m.assume(Assumption::FifoWakeups);
  const bool may_be_spurious = me.spurious_wakeups < m.options().spurious_wakeups;
  if (!is_timed && !may_be_spurious) {
    m.visible(OperationKind::Wake, condition_at(condition), 0, pc);
    return true;
  }
  if (m.visible(OperationKind::TimedWake, condition_at(condition), 0, pc) != 0) return true;
  use_object(condition, kWait, pc);
  --view(condition).waiting;
  // Nobody woke it: the time is over, or it wakes up by itself, or either.
  const ObjectRef own_choice = object_at(&me, engine::ObjectKind::Choice);
  if (is_timed && (!may_be_spurious || m.visible(OperationKind::Choose, own_choice, 2, pc) == 0)) return false;
  ++me.spurious_wakeups;
  return true;
}

}  // namespace

int wait_condition(pthread_cond_t* condition, pthread_mutex_t* mutex, const Deadline& deadline, Address pc) {
  Machine& m = machine();
  if (deadline.is_given()) {
    if (const int error = check_deadline(deadline); error != 0) return error;
  }
  if (!is_held_by_me(mutex)) {
    use_object(mutex, {"waits with", a("mutex")}, pc, AccessKind::UseLater);
    if (mutex->__data.__kind == PTHREAD_MUTEX_ERRORCHECK_NP) return EPERM;
    m.fail(FailureKind::LockMisuse, "waits on a condition variable without holding its mutex", pc);
  }
  m.visible(OperationKind::Enqueue, condition_at(condition), 0, pc);
  use_object(condition, kWait, pc, AccessKind::UseShared);
  Condition& data = view(condition);
  check_usable(data, "waits on", pc);
  const auto given = reinterpret_cast<Address>(mutex);
  if (data.waiting > 0 && data.mutex != given) {
    m.fail(FailureKind::LockMisuse,
           "waits on a condition variable with another mutex than a thread that waits there already", pc);
  }
  data.mutex = given;
  ++data.waiting;
  unlock_mutex(mutex, pc);
  const bool is_woken = wait_for_wake_up(condition, deadline.is_given(), pc);
  if (!is_woken) pass_deadline(deadline);
  lock_mutex(mutex, pc);
  return is_woken ? 0 : ETIMEDOUT;
}

int signal_condition(pthread_cond_t* condition, Address pc) {
  const std::int64_t woken = machine().visible(OperationKind::Signal, condition_at(condition), 0, pc);
  use_object(condition, {"signals", a("condition variable")}, pc);
  check_usable(view(condition), "signals", pc);
  view(condition).waiting -= static_cast<std::uint32_t>(woken);
  return 0;
}

int broadcast_condition(pthread_cond_t* condition, Address pc) {
  machine().visible(OperationKind::Broadcast, condition_at(condition), 0, pc);
  use_object(condition, {"broadcasts on", a("condition variable")}, pc);
  check_usable(view(condition), "broadcasts on", pc);
  view(condition).waiting = 0;
  return 0;
}

void init_condition(pthread_cond_t* condition, clockid_t clock, Address pc) {
  machine().visible(OperationKind::Init, condition_at(condition), 0, pc);
  initialise_object(condition, a("condition variable"), pc);
  std::memset(condition, 0, sizeof *condition);
  view(condition).clock = clock;
}

int destroy_condition(pthread_cond_t* condition, Address pc) {
  machine().visible(OperationKind::Destroy, condition_at(condition), 0, pc);
  use_object(condition, {"destroys", a("condition variable")}, pc, AccessKind::Destroy);
  check_usable(view(condition), "destroys", pc);
  if (view(condition).waiting > 0) {
    machine().fail(FailureKind::LockMisuse, "destroys a condition variable on which threads wait", pc);
  }
  view(condition).mark = kDestroyed;
  return 0;
}

int condition_init(pthread_cond_t* condition, const pthread_condattr_t* attributes) {
  clockid_t clock = CLOCK_REALTIME;
  if (attributes != nullptr) {
    int shared = 0;
    pthread_condattr_getpshared(attributes, &shared);
    pthread_condattr_getclock(attributes, &clock);
    if (shared != PTHREAD_PROCESS_PRIVATE) {
      machine().fail(FailureKind::Refused, "a condition variable that is shared between processes", QPOR_CALLER);
    }
  }
  init_condition(condition, clock, QPOR_CALLER);
  return 0;
}

int condition_destroy(pthread_cond_t* condition) { return destroy_condition(condition, QPOR_CALLER); }

int condition_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  return wait_condition(condition, mutex, {}, QPOR_CALLER);
}

int condition_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* time) {
  return wait_condition(condition, mutex, {view(condition).clock, time}, QPOR_CALLER);
}

int condition_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock, const timespec* time) {
  return wait_condition(condition, mutex, {clock, time}, QPOR_CALLER);
}

int condition_signal(pthread_cond_t* condition) { return signal_condition(condition, QPOR_CALLER); }
int condition_broadcast(pthread_cond_t* condition) { return broadcast_condition(condition, QPOR_CALLER); }

}  // namespace qpor::frontend::native
