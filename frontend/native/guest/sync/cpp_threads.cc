// std::thread, and the rounds of std::lock.

#include <cerrno>
#include <memory>

#include "frontend/native/guest/libc/heap.h"
#include "frontend/native/guest/sync/cpp.h"
#include "frontend/native/guest/sync/threads.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {
namespace {

using State = std::thread::_State;

/// What every std::thread runs. The state goes with the thread, also when that ends by pthread_exit.
void* run_state(void* argument) {
  const std::unique_ptr<State> state(static_cast<State*>(argument));
  state->_M_run();
  return nullptr;
}

/// What the thread is named after. The state holds the callable behind its arguments: where that is a pointer to a
/// function, it is the last word that points into the code. Otherwise it is what runs the callable, from which the
/// executor finds out more.
Address name_of(const State* state) {
  const Code& code = machine().code();
  const auto* const words = reinterpret_cast<const Address*>(state);
  if (heap_is_block(state)) {
    for (std::size_t i = heap_usable_size(state) / sizeof(Address); i-- > 1;) {
      if (code.contains(words[i])) return words[i];
    }
  }
  constexpr std::size_t kRun = 2;  // in the table of virtual functions, behind two destructors
  return reinterpret_cast<const Address*>(words[0])[kRun];
}

/// The handle is a member of the std::thread.
void access_handle(const pthread_t* self, AccessKind kind, Address pc) {
  machine().accesses().access(reinterpret_cast<Address>(self), sizeof *self, kind,
                              {reinterpret_cast<const void*>(pc), __builtin_frame_address(0)});
}

void check(int error) {
  if (error != 0) std::__throw_system_error(error);
}

}  // namespace

void cpp_thread_start(pthread_t* self, State** state, void (*)()) {
  const Slot child = create_thread(&run_state, *state, name_of(*state), QPOR_CALLER);
  *state = nullptr;
  access_handle(self, AccessKind::Write, QPOR_CALLER);
  *self = handle_of(child);
}

void cpp_thread_join(pthread_t* self) {
  const Address pc = QPOR_CALLER;
  machine().current().thrown_at = pc;
  access_handle(self, AccessKind::Read, pc);
  check(*self == pthread_t{} ? EINVAL : join_thread(*self, nullptr, pc));
  access_handle(self, AccessKind::Write, pc);
  *self = pthread_t{};
}

void cpp_thread_detach(pthread_t* self) {
  const Address pc = QPOR_CALLER;
  machine().current().thrown_at = pc;
  access_handle(self, AccessKind::Write, pc);
  check(*self == pthread_t{} ? EINVAL : detach_thread(*self, pc));
  *self = pthread_t{};
}

void cpp_thread_destroy(pthread_t* self) {
  access_handle(self, AccessKind::Read, QPOR_CALLER);
  if (*self == pthread_t{}) return;
  machine().fail(FailureKind::Exception,
                 "destroys a std::thread that was neither joined nor detached: std::terminate is called", QPOR_CALLER);
}

unsigned cpp_hardware_concurrency() {
  machine().assume(Assumption::MadeUpMachine);
  return 4;  // as sysconf says, system.cc
}

// After as many failed rounds as there are mutexes, another one shows nothing new: a failed round leaves every mutex
// as it was, and by then the call has begun twice with the same one. That holds only where other threads may unlock: a
// mutex that the thread itself holds stays locked, and the call never returns.
void cpp_lock_begin(unsigned mutexes) { machine().current().failed_rounds = mutexes; }

void cpp_lock_failed(int has_failed) {
  if (has_failed == 0) return;
  Machine& m = machine();
  if (m.current().has_tried_own) {
    m.fail(FailureKind::LockMisuse,
           "std::lock never returns: the thread holds one of the mutexes already, or it is given twice", QPOR_CALLER);
  }
  if (m.current().failed_rounds == 0) m.cut(QPOR_CALLER);
  --m.current().failed_rounds;
}

}  // namespace qpor::frontend::native
