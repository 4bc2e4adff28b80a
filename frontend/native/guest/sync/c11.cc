#include "frontend/native/guest/sync/c11.h"

#include <cerrno>

#include "frontend/native/guest/libc/heap.h"
#include "frontend/native/guest/libc/libc.h"
#include "frontend/native/guest/sync/primitives.h"
#include "frontend/native/guest/sync/threads.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {
namespace {

static_assert(sizeof(mtx_t) >= sizeof(pthread_mutex_t) && sizeof(cnd_t) >= sizeof(pthread_cond_t));

pthread_mutex_t* as_mutex(mtx_t* mutex) { return reinterpret_cast<pthread_mutex_t*>(mutex); }
pthread_cond_t* as_condition(cnd_t* condition) { return reinterpret_cast<pthread_cond_t*>(condition); }
const pthread_once_t* as_once(const once_flag* flag) { return reinterpret_cast<const pthread_once_t*>(flag); }
static_assert(sizeof(once_flag) == sizeof(pthread_once_t));

int result_of(int error) {
  switch (error) {
    case 0: return thrd_success;
    case ENOMEM: return thrd_nomem;
    case ETIMEDOUT: return thrd_timedout;
    case EBUSY: return thrd_busy;
    default: return thrd_error;
  }
}

/// What a thread of C11 runs, in the heap of its creator.
struct Start {
  thrd_start_t function;
  void* argument;
};

void* run_start(void* start) {
  const Start what = *static_cast<Start*>(start);
  return reinterpret_cast<void*>(static_cast<std::intptr_t>(what.function(what.argument)));
}

}  // namespace

int c11_thrd_create(thrd_t* handle, thrd_start_t start, void* argument) {
  auto* const what = static_cast<Start*>(heap_allocate(sizeof(Start), 16, QPOR_CALLER));
  *what = {start, argument};
  *handle = handle_of(create_thread(run_start, what, reinterpret_cast<Address>(start), QPOR_CALLER));
  return thrd_success;
}

int c11_thrd_join(thrd_t handle, int* result) {
  void* value = nullptr;
  const int error = join_thread(handle, &value, QPOR_CALLER);
  if (error == 0 && result != nullptr) *result = static_cast<int>(reinterpret_cast<std::intptr_t>(value));
  return result_of(error);
}

int c11_thrd_detach(thrd_t handle) { return result_of(detach_thread(handle, QPOR_CALLER)); }

void c11_thrd_exit(int result) {
  exit_thread(reinterpret_cast<void*>(static_cast<std::intptr_t>(result)), QPOR_CALLER);
}

thrd_t c11_thrd_current() { return thread_self(); }
int c11_thrd_equal(thrd_t one, thrd_t other) { return one == other ? 1 : 0; }
int c11_thrd_sleep(const timespec* time, timespec* rest) { return guest_nanosleep(time, rest) == 0 ? 0 : -2; }
void c11_thrd_yield() {}

int c11_mtx_init(mtx_t* mutex, int type) {
  if ((type & ~(mtx_timed | mtx_recursive)) != 0) return thrd_error;
  const bool is_recursive = (type & mtx_recursive) != 0;
  init_mutex(as_mutex(mutex), is_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL, QPOR_CALLER);
  return thrd_success;
}

void c11_mtx_destroy(mtx_t* mutex) { destroy_mutex(as_mutex(mutex), QPOR_CALLER); }
int c11_mtx_lock(mtx_t* mutex) { return result_of(lock_mutex(as_mutex(mutex), QPOR_CALLER)); }
int c11_mtx_trylock(mtx_t* mutex) { return result_of(trylock_mutex(as_mutex(mutex), QPOR_CALLER)); }
int c11_mtx_unlock(mtx_t* mutex) { return result_of(unlock_mutex(as_mutex(mutex), QPOR_CALLER)); }

int c11_mtx_timedlock(mtx_t* mutex, const timespec* time) {
  return result_of(timedlock_mutex(as_mutex(mutex), {CLOCK_REALTIME, time}, QPOR_CALLER));
}

int c11_cnd_init(cnd_t* condition) {
  init_condition(as_condition(condition), CLOCK_REALTIME, QPOR_CALLER);
  return thrd_success;
}

void c11_cnd_destroy(cnd_t* condition) { destroy_condition(as_condition(condition), QPOR_CALLER); }

int c11_cnd_wait(cnd_t* condition, mtx_t* mutex) {
  return result_of(wait_condition(as_condition(condition), as_mutex(mutex), {}, QPOR_CALLER));
}

int c11_cnd_timedwait(cnd_t* condition, mtx_t* mutex, const timespec* time) {
  return result_of(wait_condition(as_condition(condition), as_mutex(mutex), {CLOCK_REALTIME, time}, QPOR_CALLER));
}

int c11_cnd_signal(cnd_t* condition) { return result_of(signal_condition(as_condition(condition), QPOR_CALLER)); }
int c11_cnd_broadcast(cnd_t* condition) { return result_of(broadcast_condition(as_condition(condition), QPOR_CALLER)); }

int c11_tss_create(tss_t* key, tss_dtor_t destructor) { return result_of(create_key(key, destructor)); }
void c11_tss_delete(tss_t key) { delete_key(key, QPOR_CALLER); }
int c11_tss_set(tss_t key, void* value) { return result_of(set_specific(key, value, QPOR_CALLER)); }
void* c11_tss_get(tss_t key) { return get_specific(key, QPOR_CALLER); }

void c11_call_once(once_flag* flag, void (*function)()) {
  const Address pc = QPOR_CALLER;
  if (!begin_once_flag(as_once(flag), pc)) return;
  function();
  end_once_flag(as_once(flag), true, pc);
}

}  // namespace qpor::frontend::native
