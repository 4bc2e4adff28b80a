// Stand-ins for <threads.h> of C11: the same objects and operations as pthreads, with other names and return values.

#pragma once

#include <threads.h>

namespace qpor::frontend::native {

int c11_thrd_create(thrd_t* handle, thrd_start_t start, void* argument);
int c11_thrd_join(thrd_t handle, int* result);
int c11_thrd_detach(thrd_t handle);
[[noreturn]] void c11_thrd_exit(int result);
thrd_t c11_thrd_current();
int c11_thrd_equal(thrd_t one, thrd_t other);
int c11_thrd_sleep(const timespec* time, timespec* rest);
void c11_thrd_yield();

int c11_mtx_init(mtx_t* mutex, int type);
void c11_mtx_destroy(mtx_t* mutex);
int c11_mtx_lock(mtx_t* mutex);
int c11_mtx_trylock(mtx_t* mutex);
int c11_mtx_timedlock(mtx_t* mutex, const timespec* time);
int c11_mtx_unlock(mtx_t* mutex);

int c11_cnd_init(cnd_t* condition);
void c11_cnd_destroy(cnd_t* condition);
int c11_cnd_wait(cnd_t* condition, mtx_t* mutex);
int c11_cnd_timedwait(cnd_t* condition, mtx_t* mutex, const timespec* time);
int c11_cnd_signal(cnd_t* condition);
int c11_cnd_broadcast(cnd_t* condition);

int c11_tss_create(tss_t* key, tss_dtor_t destructor);
void c11_tss_delete(tss_t key);
int c11_tss_set(tss_t key, void* value);
void* c11_tss_get(tss_t key);

void c11_call_once(once_flag* flag, void (*function)());

}  // namespace qpor::frontend::native
