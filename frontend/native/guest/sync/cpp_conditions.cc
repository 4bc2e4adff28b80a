// std::condition_variable: a pthread_cond_t whose members are in the library, where they would block all of qpor. Timed
// waits are inline code over pthreads, and std::condition_variable_any is built upon this one.

#include <memory>

#include "frontend/native/guest/libc/heap.h"
#include "frontend/native/guest/libc/process.h"
#include "frontend/native/guest/sync/cpp.h"
#include "frontend/native/guest/sync/primitives.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {
namespace {

/// native_handle() of a const object would do the same.
pthread_cond_t* inside(std::condition_variable* condition) { return reinterpret_cast<pthread_cond_t*>(condition); }
static_assert(sizeof(std::condition_variable) == sizeof(pthread_cond_t));

/// In the heap of the thread that will notify.
struct LastNotification {
  std::condition_variable* condition;
  pthread_mutex_t* mutex;
  Address pc;
};

void notify_last(void* argument) {
  const LastNotification what = *static_cast<LastNotification*>(argument);
  unlock_mutex(what.mutex, what.pc);
  broadcast_condition(inside(what.condition), what.pc);
}

}  // namespace

void cpp_condition_construct(std::condition_variable* condition) {
  init_condition(inside(condition), CLOCK_REALTIME, QPOR_CALLER);
}

void cpp_condition_destroy(void* condition) {
  destroy_condition(inside(static_cast<std::condition_variable*>(condition)), QPOR_CALLER);
}

void cpp_condition_wait(std::condition_variable* condition, std::unique_lock<std::mutex>* lock) {
  const Address pc = QPOR_CALLER;
  if (!lock->owns_lock())
    machine().fail(FailureKind::LockMisuse, "waits on a condition variable without holding its mutex", pc);
  wait_condition(inside(condition), lock->mutex()->native_handle(), {}, pc);
}

void cpp_condition_notify_one(std::condition_variable* condition) { signal_condition(inside(condition), QPOR_CALLER); }
void cpp_condition_notify_all(std::condition_variable* condition) {
  broadcast_condition(inside(condition), QPOR_CALLER);
}

void cpp_notify_all_at_thread_exit(std::condition_variable* condition, std::unique_lock<std::mutex>* lock) {
  const Address pc = QPOR_CALLER;
  if (!lock->owns_lock()) machine().fail(FailureKind::LockMisuse, "notifies at the end without holding the mutex", pc);
  auto* const what = static_cast<LastNotification*>(heap_allocate(sizeof(LastNotification), 16, pc));
  *what = {condition, lock->release()->native_handle(), pc};
  run_last_in_thread(&notify_last, what);
}

}  // namespace qpor::frontend::native
