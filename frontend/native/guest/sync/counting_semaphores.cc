// std::counting_semaphore. The count is the engine's. The memory, an int, tells where it began: a constructor that runs
// is an event and leaves kConstructed; one that the compiler evaluated leaves the first count.
//
// A timed acquire is libstdc++'s own code around two stand-ins: the attempt, and the futex that would wait until the
// deadline. The attempt's place decides the outcome, so when it has failed, the futex only lets the time pass, and the
// attempt that libstdc++ makes after that is none.

#include "frontend/native/guest/check/uses.h"
#include "frontend/native/guest/sync/atomics.h"
#include "frontend/native/guest/sync/cxx20.h"
#include "frontend/native/guest/sync/objects.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

using engine::ObjectKind;
using engine::OperationKind;

namespace {

constexpr std::int32_t kConstructed = -1;
constexpr Use kAcquire{"acquires", a("semaphore")};
constexpr Use kRelease{"releases", a("semaphore")};

ObjectRef object_of(const std::int32_t* semaphore, const Use& use, Address pc) {
  expect_object(semaphore, use, pc);
  if (*semaphore == kConstructed) return semaphore_at(semaphore);
  return {reinterpret_cast<Address>(semaphore), ObjectKind::Semaphore, static_cast<std::uint32_t>(*semaphore),
          kBeginsWithCount};
}

bool try_acquire(const std::int32_t* semaphore, Address pc) {
  const bool is_taken = machine().visible(OperationKind::TryAcquire, object_of(semaphore, kAcquire, pc), 0, pc) != 0;
  use_object(semaphore, kAcquire, pc);
  return is_taken;
}

}  // namespace

void cxx_semaphore_construct(std::int32_t* semaphore, std::int32_t count) {
  machine().visible(OperationKind::Init, semaphore_at(semaphore), count, QPOR_CALLER);
  construct_object(semaphore, a("semaphore"), QPOR_CALLER);
  *semaphore = kConstructed;
}

void cxx_semaphore_acquire(std::int32_t* semaphore) {
  const Address pc = QPOR_CALLER;
  machine().visible(OperationKind::Acquire, object_of(semaphore, kAcquire, pc), 0, pc);
  use_object(semaphore, kAcquire, pc);
}

bool cxx_semaphore_try_acquire(std::int32_t* semaphore) { return try_acquire(semaphore, QPOR_CALLER); }

bool cxx_semaphore_try_acquire_in_time(std::int32_t* semaphore) {
  LastLoad& last = machine().current().last_load;
  const auto place = reinterpret_cast<Address>(semaphore);
  if (last.place == place && last.attempt == TimedAttempt::TimeIsOver) {
    last.attempt = TimedAttempt::Failed;
    return false;
  }
  if (try_acquire(semaphore, QPOR_CALLER)) return true;
  last = {place, 0, TimedAttempt::Failed, 0};
  return false;
}

void cxx_semaphore_release(std::int32_t* semaphore, std::ptrdiff_t count) {
  if (count <= 0) return;
  const Address pc = QPOR_CALLER;
  machine().visible(OperationKind::Post, object_of(semaphore, kRelease, pc), count - 1, pc);
  use_object(semaphore, kRelease, pc, AccessKind::UseShared);
}

}  // namespace qpor::frontend::native
