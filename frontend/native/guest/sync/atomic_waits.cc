// Waiting until an atomic changes: futexes, and std::atomic::wait with its kin, which libstdc++ builds on them.
//
// Who waits has looked at the atomic and found it unchanged. He queues up, provided that the value is still the same;
// then he is woken by a notification only. To the engine that is an EnqueueIf with the value, and a Wake. Of a unit
// (units.h) the engine only knows how often it was written: there it is a load, which tells that number, and an
// EnqueueIf with it, again and again until the value differs or nobody has written between the two.
//
// libstdc++ waits on the atomic itself only if it has the size of an int, and otherwise on one of 16 numbers that
// atomics share by chance of their addresses. Here every atomic is waited on itself, and a notification of one wakes
// one, which is all that the standard promises.

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>

#include <cerrno>
#include <climits>
#include <cstdio>

#include "frontend/native/guest/check/uses.h"
#include "frontend/native/guest/libc/libc.h"
#include "frontend/native/guest/libc/library_state.h"
#include "frontend/native/guest/sync/atomics.h"
#include "frontend/native/guest/sync/primitives.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

using engine::OperationKind;

namespace {

int with_errno(int error) {
  errno = error;
  return -1;
}

/// 0, or -1 with an errno. `deadline` is null, or when to give up.
long futex_wait(const std::int32_t* word, std::int32_t value, const Deadline& deadline, Address pc) {
  LastLoad& last = machine().current().last_load;
  if (last.place == reinterpret_cast<Address>(word) && last.attempt == TimedAttempt::Failed && deadline.is_given()) {
    pass_deadline(deadline);
    last.attempt = TimedAttempt::TimeIsOver;
    return with_errno(ETIMEDOUT);
  }
  AtomicAccess access;
  if (!queue_up_while(word, value, pc, access)) return with_errno(EAGAIN);
  if (!deadline.is_given()) {
    machine().visible(OperationKind::Wake, access.object, 0, pc);
    return 0;
  }
  if (machine().visible(OperationKind::TimedWake, access.object, 0, pc) != 0) return 0;
  pass_deadline(deadline);
  return with_errno(ETIMEDOUT);
}

/// How many were woken.
long futex_wake(const std::int32_t* word, std::int32_t most, Address pc) {
  const auto notify = [word, pc](OperationKind kind) {
    return machine().visible(kind, atomic_access(word, sizeof *word).object, 0, pc);
  };
  if (most == INT_MAX) return notify(OperationKind::Broadcast);
  long woken = 0;
  while (woken < most && notify(OperationKind::Signal) != 0) ++woken;
  return woken;
}

/// The time after `wait` by the clock of the thread.
timespec after(const timespec& wait) {
  timespec now{};
  guest_clock_gettime(CLOCK_MONOTONIC, &now);
  const long nanoseconds = now.tv_nsec + wait.tv_nsec;
  return {now.tv_sec + wait.tv_sec + nanoseconds / 1'000'000'000, nanoseconds % 1'000'000'000};
}

}  // namespace

bool queue_up_while(const volatile std::int32_t* word, std::int32_t value, Address pc, AtomicAccess& access) {
  access = atomic_access(word, sizeof *word);
  if (!access.is_of_unit()) return announce_enqueue(access, static_cast<std::uint32_t>(value), pc);
  const LastLoad& last = machine().current().last_load;
  for (;;) {
    announce_load(word, sizeof *word, pc);
    if (*word != value) return false;
    if (announce_enqueue(access, last.value, pc)) return true;
  }
}

long system_call(long number, const std::int32_t* word, int operation, std::int32_t value, const timespec* time,
                 const void*, std::uint32_t bits) {
  const Address pc = QPOR_CALLER;
  if (number == SYS_futex) {
    const int command = operation & FUTEX_CMD_MASK;
    const bool has_bits = command == FUTEX_WAIT_BITSET || command == FUTEX_WAKE_BITSET;
    if (!has_bits || bits == FUTEX_BITSET_MATCH_ANY) {
      if (command == FUTEX_WAKE || command == FUTEX_WAKE_BITSET) return futex_wake(word, value, pc);
      if (command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET) {
        const bool is_real_time = has_bits && (operation & FUTEX_CLOCK_REALTIME) != 0;
        Deadline deadline{is_real_time ? CLOCK_REALTIME : CLOCK_MONOTONIC, time};
        if (deadline.is_given() && check_deadline(deadline) != 0) return with_errno(EINVAL);
        timespec end{};
        if (deadline.is_given() && !has_bits) {
          end = after(*time);
          deadline.time = &end;
        }
        return futex_wait(word, value, deadline, pc);
      }
    }
    machine().fail(FailureKind::Refused,
                   "calls futex with an operation that qpor does not run: only WAIT and WAKE are modelled", pc);
  }
  refuse(pc, "calls syscall, which qpor does not run: what it does depends on a number (", number, ")");
}

// --- libstdc++

namespace {

/// The caller has just looked at the atomic, and will look again.
void wait_for_change(const std::int32_t* place, Address pc) {
  Machine& m = machine();
  const LastLoad& last = m.current().last_load;
  if (last.place != reinterpret_cast<Address>(place)) {
    m.fail(FailureKind::Refused, "waits for an atomic in a way of the C++ library that qpor does not know", pc);
  }
  const AtomicAccess access = atomic_access(place, last.size);
  if (announce_enqueue(access, last.value, pc)) m.visible(OperationKind::Wake, access.object, 0, pc);
}

}  // namespace

void library_wait(const void*, const std::int32_t* place, std::int32_t) { wait_for_change(place, QPOR_CALLER); }
void library_wait_bare(const std::int32_t* place, std::int32_t) { wait_for_change(place, QPOR_CALLER); }

void library_notify(const std::int32_t* place, bool is_for_all) {
  const Address pc = QPOR_CALLER;
  const OperationKind kind = is_for_all ? OperationKind::Broadcast : OperationKind::Signal;
  constexpr Use kNotify{"notifies", an("atomic")};
  expect_bytes(place, 1, kNotify, pc);
  machine().visible(kind, notified_access(place).object, 0, pc);
  use_bytes(place, 1, kNotify, AccessKind::AtomicRead, pc);
}

void library_enter_wait(const void*) {}
bool library_has_waiters(const void*) { return true; }
const void* library_wait_place(const void* atomic, const void*) { return atomic; }

}  // namespace qpor::frontend::native
