// Waiting until an atomic changes: futexes, and std::atomic::wait with its kin, which libstdc++ builds on them.
//
// Who waits has looked at the atomic and found it unchanged. He queues up, provided that nobody has written since; then
// he is woken by a notification only. To the engine that is a load, which tells how often the atomic was written, an
// EnqueueIf with that number, and a Wake. A wait that finds a write is tried again by the one, given up by the other.
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

#include "frontend/native/atomics.h"
#include "frontend/native/libc.h"
#include "frontend/native/machine.h"
#include "frontend/native/objects.h"
#include "frontend/native/primitives.h"

namespace qpor::frontend::native {

using engine::OperationKind;

namespace {

int with_errno(int error) {
  errno = error;
  return -1;
}

/// Until the word is found to differ from `value` (false), or the thread has queued up.
bool queue_up_while(const std::int32_t* word, std::int32_t value, Address pc) {
  Machine& m = machine();
  const LastLoad& last = m.current().last_load;
  if (last.place != reinterpret_cast<Address>(word) || last.value != value) announce_load(word, sizeof *word, pc);
  for (;;) {
    if (last.value != value) return false;
    if (m.visible(OperationKind::EnqueueIf, atomic_at(word), last.version, pc) != 0) return true;
    announce_load(word, sizeof *word, pc);
  }
}

/// 0, or -1 with an errno. `deadline` is null, or when to give up.
long futex_wait(const std::int32_t* word, std::int32_t value, const Deadline& deadline, Address pc) {
  LastLoad& last = machine().current().last_load;
  if (last.place == reinterpret_cast<Address>(word) && last.version == kAttemptFailed && deadline.is_given()) {
    pass_deadline(deadline);
    last.version = kTimeIsOver;
    return with_errno(ETIMEDOUT);
  }
  if (!queue_up_while(word, value, pc)) return with_errno(EAGAIN);
  if (!deadline.is_given()) {
    machine().visible(OperationKind::Wake, atomic_at(word), 0, pc);
    return 0;
  }
  if (machine().visible(OperationKind::TimedWake, atomic_at(word), 0, pc) != 0) return 0;
  pass_deadline(deadline);
  return with_errno(ETIMEDOUT);
}

/// How many were woken.
long futex_wake(const std::int32_t* word, std::int32_t most, Address pc) {
  if (most == INT_MAX) return machine().visible(OperationKind::Broadcast, atomic_at(word), 0, pc);
  long woken = 0;
  while (woken < most && machine().visible(OperationKind::Signal, atomic_at(word), 0, pc) != 0) ++woken;
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
    machine().fail("refused", "calls futex with an operation that qpor does not run: only WAIT and WAKE are modelled",
                   pc);
  }
  char text[96];
  std::snprintf(text, sizeof text, "calls syscall, which qpor does not run: what it does depends on a number (%ld)",
                number);
  machine().fail("refused", text, pc);
}

// --- libstdc++

namespace {

/// The caller has just looked at the atomic, and will look again. Which value he saw does not matter.
void wait_for_change(const std::int32_t* place, Address pc) {
  Machine& m = machine();
  const LastLoad& last = m.current().last_load;
  if (last.place != reinterpret_cast<Address>(place)) {
    m.fail("refused", "waits for an atomic in a way of the C++ library that qpor does not know", pc);
  }
  if (m.visible(OperationKind::EnqueueIf, atomic_at(place), last.version, pc) == 0) return;
  m.visible(OperationKind::Wake, atomic_at(place), 0, pc);
}

}  // namespace

void library_wait(const void*, const std::int32_t* place, std::int32_t) { wait_for_change(place, QPOR_CALLER); }
void library_wait_bare(const std::int32_t* place, std::int32_t) { wait_for_change(place, QPOR_CALLER); }

void library_notify(const std::int32_t* place, bool is_for_all) {
  machine().visible(is_for_all ? OperationKind::Broadcast : OperationKind::Signal, atomic_at(place), 0, QPOR_CALLER);
}

void library_enter_wait(const void*) {}
bool library_has_waiters(const void*) { return true; }
const void* library_wait_place(const void* atomic, const void*) { return atomic; }

}  // namespace qpor::frontend::native
