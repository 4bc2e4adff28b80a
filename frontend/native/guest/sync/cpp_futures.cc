// The status word of the state that a promise and its futures share. All else about them is code of the library, which
// runs as it is: the result is stored under a std::call_once, then the status is set.
//
// A timed wait looks once: whoever waits longer and then finds the result could have come later. The library looks
// again and again; it is made to take "not yet" for an answer (instrument_cpp.cc).
//
// In bitcode that others compiled, loads and stores of the status are inlined, and are operations on an atomic. There
// the status is waited for as libstdc++ does it, on a futex with a bit that says that somebody waits.

#include <memory>

#include "frontend/native/guest/check/uses.h"
#include "frontend/native/guest/libc/process.h"
#include "frontend/native/guest/sync/atomics.h"
#include "frontend/native/guest/sync/cpp.h"
#include "frontend/native/guest/sync/objects.h"
#include "frontend/native/guest/sync/primitives.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

using engine::OperationKind;

namespace {

constexpr Use kRead{"reads", the("state of a future")};
constexpr const char* kInlinedFutures = "a future of which only a part was inlined: compile all of the program alike";

/// Code that does not go through these functions would leave the engine with the value of an earlier state at that
/// place.
void check_known(const unsigned* status, unsigned value, Address pc) {
  if (*status != value) machine().fail(FailureKind::Refused, kInlinedFutures, pc);
}

}  // namespace

void cpp_status_construct(unsigned* status, unsigned value) {
  machine().visible(OperationKind::Init, variable_at(status), value, QPOR_CALLER);
  construct_object(status, the("state of a future"), QPOR_CALLER);
  *status = value;
}

unsigned cpp_status_load(unsigned* status, int) {
  const Address pc = QPOR_CALLER;
  const auto value = static_cast<unsigned>(machine().visible(OperationKind::Load, variable_at(status), 0, pc));
  use_object(status, kRead, pc, AccessKind::UseShared);
  check_known(status, value, pc);
  return value;
}

void cpp_status_load_when_equal(unsigned* status, unsigned value, int) {
  const Address pc = QPOR_CALLER;
  machine().visible(OperationKind::Await, variable_at(status), value, pc);
  use_object(status, kRead, pc, AccessKind::UseShared);
  check_known(status, value, pc);
}

void cpp_status_store(unsigned* status, unsigned value, int) {
  machine().visible(OperationKind::Store, variable_at(status), value, QPOR_CALLER);
  use_object(status, {"writes", the("state of a future")}, QPOR_CALLER);
  *status = value;
}

namespace {

constexpr unsigned kWaiterBit = 0x80000000u;

/// Until the status is the operand, or is not. The bit goes with queueing up and needs no operation of its own: who
/// writes the status after that is ordered after it, and finds the bit. So the engine cannot follow the value.
unsigned wait_for_inlined(unsigned* status, unsigned operand, bool is_equal, Address pc) {
  const AtomicAccess access = unit_access(status, sizeof *status);
  for (;;) {
    announce_load(status, sizeof *status, pc);
    const unsigned seen = *status & ~kWaiterBit;
    if ((seen == operand) == is_equal) return seen;
    if (!announce_enqueue(access, machine().current().last_load.value, pc)) continue;
    *status |= kWaiterBit;
    machine().visible(OperationKind::Wake, access.object, 0, pc);
  }
}

unsigned time_out(unsigned assumed, clockid_t clock, std::int64_t seconds, std::int64_t nanoseconds) {
  const timespec time{seconds, nanoseconds};
  pass_deadline({clock, &time});
  return assumed;
}

}  // namespace

unsigned cpp_status_wait_until(unsigned* status, unsigned assumed, unsigned operand, bool is_equal, int,
                               bool has_timeout, std::int64_t seconds, std::int64_t nanoseconds) {
  if (!has_timeout) return wait_for_inlined(status, operand, is_equal, QPOR_CALLER);
  return time_out(assumed, CLOCK_REALTIME, seconds, nanoseconds);
}

unsigned cpp_status_wait_until_steady(unsigned* status, unsigned assumed, unsigned operand, bool is_equal, int,
                                      bool has_timeout, std::int64_t seconds, std::int64_t nanoseconds) {
  if (!has_timeout) return wait_for_inlined(status, operand, is_equal, QPOR_CALLER);
  return time_out(assumed, CLOCK_MONOTONIC, seconds, nanoseconds);
}

namespace {

/// False when the time was over. Optimised bitcode has nothing but this left of the above.
bool wait_while(unsigned* status, unsigned value, const Deadline& deadline, Address pc) {
  AtomicAccess access;
  const auto* const word = reinterpret_cast<const std::int32_t*>(status);
  if (!queue_up_while(word, static_cast<std::int32_t>(value), pc, access)) return true;
  const OperationKind wake = deadline.is_given() ? OperationKind::TimedWake : OperationKind::Wake;
  if (machine().visible(wake, access.object, 0, pc) != 0 || !deadline.is_given()) return true;
  pass_deadline(deadline);
  return false;
}

}  // namespace

bool cpp_status_futex_wait(void*, unsigned* status, unsigned value, bool has_timeout, std::int64_t seconds,
                           std::int64_t nanoseconds) {
  const timespec time{seconds, nanoseconds};
  return wait_while(status, value, {CLOCK_REALTIME, has_timeout ? &time : nullptr}, QPOR_CALLER);
}

bool cpp_status_futex_wait_steady(void*, unsigned* status, unsigned value, bool has_timeout, std::int64_t seconds,
                                  std::int64_t nanoseconds) {
  const timespec time{seconds, nanoseconds};
  return wait_while(status, value, {CLOCK_MONOTONIC, has_timeout ? &time : nullptr}, QPOR_CALLER);
}

void cpp_status_notify_all(unsigned* status) {
  const Address pc = QPOR_CALLER;
  machine().visible(OperationKind::Broadcast, atomic_access(status, sizeof *status).object, 0, pc);
}

// --- results that are told when the thread ends

namespace {

/// How std::__future_base::_State_baseV2 begins.
struct SharedState {
  void* virtual_functions;
  void* result;
  unsigned status;
};
constexpr unsigned kReady = 1;

}  // namespace

/// std::__future_base::_State_baseV2::_Make_ready
struct CppMakeReady {
  void* next;
  void (*function)(void*);
  std::weak_ptr<SharedState> state;
};

namespace {

void make_ready(void* argument) {
  const std::unique_ptr<CppMakeReady> what(static_cast<CppMakeReady*>(argument));
  if (const std::shared_ptr<SharedState> state = what->state.lock()) cpp_status_store(&state->status, kReady, 0);
}

}  // namespace

void cpp_make_ready_at_thread_exit(CppMakeReady* what) { run_last_in_thread(&make_ready, what); }

}  // namespace qpor::frontend::native
