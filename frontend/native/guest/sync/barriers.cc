// Barriers. Where exactly as many threads come as the barrier waits for, arrivals commute: each thread counts its own
// rounds, and leaving is caused by all arrivals of the round. A program tells how many come only while it runs, so it
// is taken for granted first; the first execution in which one more thread shows up makes the exploration begin anew
// with arrivals in every order. That finds every such program: up to the arrival of that thread both ways agree, and
// an arrival never blocks.
//
// Each initialisation makes another object, also in memory where there was one before, or rounds of the old one would
// be mistaken for its own. It is named by the thread and how many it had made.

#include <cerrno>

#include "frontend/native/guest/check/uses.h"
#include "frontend/native/guest/sync/misuse.h"
#include "frontend/native/guest/sync/objects.h"
#include "frontend/native/guest/sync/primitives.h"
#include "frontend/native/guest/sync/records.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

using engine::ObjectKind;
using engine::OperationKind;

namespace {

constexpr std::uint32_t kInitialised = 0xba77;
constexpr std::uint32_t kDestroyed = 0xdead;
constexpr Use kWait{"waits at", a("barrier")};

/// How a pthread_barrier_t is used here.
struct Barrier {
  std::uint32_t mark;
  std::uint32_t count;
  std::uint64_t which;     ///< as in ObjectRef
  std::uint32_t members;   ///< threads that have come at least once
  std::uint32_t arrivals;  ///< of all rounds
};
static_assert(sizeof(Barrier) <= sizeof(pthread_barrier_t));

Barrier& view(pthread_barrier_t* barrier) { return *reinterpret_cast<Barrier*>(barrier); }

ObjectRef barrier_at(const Barrier& barrier) {
  return {reinterpret_cast<Address>(&barrier), ObjectKind::Barrier, barrier.count, barrier.which};
}

void check_usable(const Barrier& barrier, const char* verb, Address pc) {
  check_fitness(barrier.mark == kInitialised ? Fitness::Usable
                : barrier.mark == kDestroyed ? Fitness::Destroyed
                                             : Fitness::Absent,
                verb, a("barrier"), pc);
}

/// The number of the round, after all have come. Leaving is no access: POSIX lets the first thread that has left
/// destroy the barrier.
std::int64_t meet(Barrier& barrier, Address pc) {
  Machine& m = machine();
  expect_bytes(&barrier, sizeof(pthread_barrier_t), kWait, pc);
  check_usable(barrier, "waits at", pc);
  const ObjectRef object = barrier_at(barrier);
  Record& own = own_record(Record::Kind::Arrivals, object.address, object.which);
  std::int64_t round = own.value;
  if (m.orders_barriers()) {
    round = m.visible(OperationKind::ArriveOrdered, object, 0, pc);
  } else {
    m.visible(OperationKind::Arrive, object, round, pc);
  }
  use_bytes(&barrier, sizeof(pthread_barrier_t), kWait, AccessKind::UseShared, pc);
  check_usable(barrier, "waits at", pc);
  ++barrier.arrivals;
  if (own.value++ == 0 && ++barrier.members > barrier.count && !m.orders_barriers()) {
    m.ask_for_ordered_barriers();
  }
  m.visible(m.orders_barriers() ? OperationKind::LeaveOrdered : OperationKind::Leave, object, round, pc);
  return round;
}

}  // namespace

int barrier_init(pthread_barrier_t* barrier, const pthread_barrierattr_t* attributes, unsigned count) {
  if (count == 0) return EINVAL;
  if (attributes != nullptr) {
    int shared = 0;
    pthread_barrierattr_getpshared(attributes, &shared);
    if (shared != PTHREAD_PROCESS_PRIVATE) {
      machine().fail(FailureKind::Refused, "a barrier that is shared between processes", QPOR_CALLER);
    }
  }
  const std::uint64_t which = next_object_number();
  const ObjectRef object{reinterpret_cast<Address>(barrier), ObjectKind::Barrier, count, which};
  machine().visible(OperationKind::Init, object, 0, QPOR_CALLER);
  initialise_object(barrier, a("barrier"), QPOR_CALLER);
  view(barrier) = {kInitialised, count, which, 0, 0};
  return 0;
}

int barrier_destroy(pthread_barrier_t* barrier) {
  Barrier& data = view(barrier);
  constexpr Use kDestroy{"destroys", a("barrier")};
  expect_object(barrier, kDestroy, QPOR_CALLER);
  machine().visible(OperationKind::Destroy, barrier_at(data), 0, QPOR_CALLER);
  use_object(barrier, kDestroy, QPOR_CALLER, AccessKind::Destroy);
  check_usable(data, "destroys", QPOR_CALLER);
  if (data.arrivals % data.count != 0) {
    machine().fail(FailureKind::LockMisuse, "destroys a barrier at which threads wait", QPOR_CALLER);
  }
  data.mark = kDestroyed;
  return 0;
}

int barrier_wait(pthread_barrier_t* barrier) {
  Machine& m = machine();
  Barrier& data = view(barrier);
  const std::uint64_t which = data.which;  // when it has left, the barrier may be gone
  const std::int64_t round = meet(data, QPOR_CALLER);
  // Whoever asks first has it: n ways to go on, and those who come later commute.
  const ObjectRef serial{reinterpret_cast<Address>(barrier), ObjectKind::Mutex, static_cast<std::uint32_t>(round) + 1,
                         which};
  return m.visible(OperationKind::TryLock, serial, 0, QPOR_CALLER) != 0 ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

void barrier_wait_only(pthread_barrier_t* barrier) { meet(view(barrier), QPOR_CALLER); }

}  // namespace qpor::frontend::native
