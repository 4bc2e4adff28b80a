// Stand-ins for threads and mutexes, and where fibers begin.
//
// A mutex is the program's own pthread_mutex_t: its type, owner and depth stand in the program's memory, where glibc
// has them too. What a thread can tell from its own history (it owns the mutex, a recursive relock) is decided here and
// is no event; everything else is announced, and the memory is looked at again when the operation's turn has come.

#pragma once

#include <pthread.h>

#include <cstdint>

#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

/// Where the thread-local variables of the running fiber are; the instrumented program reads it.
char*& tls_base();

/// The first function on every fiber's stack.
void fiber_entry();

/// The handle that the program sees of a thread.
pthread_t handle_of(Slot thread);

int thread_create(pthread_t* handle, const pthread_attr_t* attributes, void* (*start)(void*), void* argument);
int thread_join(pthread_t handle, void** value);
int thread_detach(pthread_t handle);
[[noreturn]] void thread_exit(void* value);
/// Creates a thread that runs start(argument) and is named after the function at `name`, or after start if that is 0.
/// Its slot.
Slot create_thread(void* (*start)(void*), void* argument, Address name, Address pc);
/// As pthread_join and pthread_detach.
int join_thread(pthread_t handle, void** value, Address pc);
int detach_thread(pthread_t handle, Address pc);
[[noreturn]] void exit_thread(void* value, Address pc);

pthread_t thread_self();
// Nobody can be cancelled, but programs may say whether they would like to be.
int thread_setcancelstate(int state, int* old_state);
int thread_setcanceltype(int type, int* old_type);
void thread_testcancel();
int thread_setname(pthread_t handle, const char* name);
int thread_getname(pthread_t handle, char* name, std::size_t size);

// pthread_cleanup_push and pop in C are macros that save where they stand; when the thread exits, it goes back there.
void cleanup_register(__pthread_unwind_buf_t* place);
void cleanup_unregister(__pthread_unwind_buf_t* place);
[[noreturn]] void cleanup_next(__pthread_unwind_buf_t* place);
int thread_equal(pthread_t one, pthread_t other);

int mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes);
int mutex_destroy(pthread_mutex_t* mutex);
int mutex_lock(pthread_mutex_t* mutex);
int mutex_trylock(pthread_mutex_t* mutex);
int mutex_unlock(pthread_mutex_t* mutex);

}  // namespace qpor::frontend::native
