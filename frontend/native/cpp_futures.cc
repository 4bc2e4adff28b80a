// The status word of the state that a promise and its futures share. All else about them is code of the library, which
// runs as it is: the result is stored under a std::call_once, then the status is set.
//
// A timed wait looks once: whoever waits longer and then finds the result could have come later. The library looks
// again and again; it is made to take "not yet" for an answer (instrument_cpp.cc).

#include <memory>

#include "frontend/native/cpp.h"
#include "frontend/native/machine.h"
#include "frontend/native/objects.h"
#include "frontend/native/primitives.h"
#include "frontend/native/process.h"

namespace qpor::frontend::native {

using engine::OperationKind;

namespace {

/// Code that does not go through these functions would leave the engine with the value of an earlier state at that
/// place.
void check_known(const unsigned* status, unsigned value, Address pc) {
  if (*status != value) machine().fail("refused", kInlinedFutures, pc);
}

}  // namespace

void cpp_status_construct(unsigned* status, unsigned value) {
  machine().visible(OperationKind::Init, variable_at(status), value, QPOR_CALLER);
  *status = value;
}

unsigned cpp_status_load(unsigned* status, int) {
  const Address pc = QPOR_CALLER;
  const auto value = static_cast<unsigned>(machine().visible(OperationKind::Load, variable_at(status), 0, pc));
  check_known(status, value, pc);
  return value;
}

void cpp_status_load_when_equal(unsigned* status, unsigned value, int) {
  const Address pc = QPOR_CALLER;
  machine().visible(OperationKind::Await, variable_at(status), value, pc);
  check_known(status, value, pc);
}

void cpp_status_store(unsigned* status, unsigned value, int) {
  machine().visible(OperationKind::Store, variable_at(status), value, QPOR_CALLER);
  *status = value;
}

namespace {

unsigned time_out(unsigned assumed, bool has_timeout, clockid_t clock, std::int64_t seconds, std::int64_t nanoseconds,
                  Address pc) {
  if (!has_timeout) machine().fail("refused", kInlinedFutures, pc);
  const timespec time{seconds, nanoseconds};
  pass_deadline({clock, &time});
  return assumed;
}

}  // namespace

unsigned cpp_status_wait_until(unsigned*, unsigned assumed, unsigned, bool, int, bool has_timeout, std::int64_t seconds,
                               std::int64_t nanoseconds) {
  return time_out(assumed, has_timeout, CLOCK_REALTIME, seconds, nanoseconds, QPOR_CALLER);
}

unsigned cpp_status_wait_until_steady(unsigned*, unsigned assumed, unsigned, bool, int, bool has_timeout,
                                      std::int64_t seconds, std::int64_t nanoseconds) {
  return time_out(assumed, has_timeout, CLOCK_MONOTONIC, seconds, nanoseconds, QPOR_CALLER);
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
