// Stand-ins for the primitives of pthreads other than threads and mutexes (threads.h), and what those of C11 and C++
// share with them: each does its work for a caller at `pc`, and the function that a program calls is a line.
//
// As with mutexes, the program's own memory holds what has to be known of an object, in a form of our own; static
// initialisers are all zero. What a thread can tell from its own history is decided at once and is no event; everything
// else is announced, and the memory is looked at when the operation's turn has come. What several threads change in
// events that commute (readers, waiters) are counts, so that their order leaves no trace.
//
// A timed operation has both outcomes wherever both are possible: it does not matter how long the time is. After a
// time-out the thread's clock stands at the deadline.

#pragma once

#include <pthread.h>
#include <semaphore.h>
#include <time.h>

#include <cstdint>

#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

/// When a timed operation gives up.
struct Deadline {
  clockid_t clock = CLOCK_REALTIME;
  const timespec* time = nullptr;  ///< null: never

  bool is_given() const { return time != nullptr; }
};
/// EINVAL for a time or a clock that there is not; 0 otherwise.
int check_deadline(const Deadline& deadline);
void pass_deadline(const Deadline& deadline);

// mutexes.cc
int lock_mutex(pthread_mutex_t* mutex, Address pc);
int trylock_mutex(pthread_mutex_t* mutex, Address pc);
int timedlock_mutex(pthread_mutex_t* mutex, const Deadline& deadline, Address pc);
int unlock_mutex(pthread_mutex_t* mutex, Address pc);
void init_mutex(pthread_mutex_t* mutex, int type, Address pc);
int destroy_mutex(pthread_mutex_t* mutex, Address pc);
bool is_held_by_me(const pthread_mutex_t* mutex);

// conditions.cc
int wait_condition(pthread_cond_t* condition, pthread_mutex_t* mutex, const Deadline& deadline, Address pc);
int signal_condition(pthread_cond_t* condition, Address pc);
int broadcast_condition(pthread_cond_t* condition, Address pc);
void init_condition(pthread_cond_t* condition, clockid_t clock, Address pc);
int destroy_condition(pthread_cond_t* condition, Address pc);

// semaphores.cc
int post_semaphore(sem_t* semaphore, Address pc);
int wait_semaphore(sem_t* semaphore, Address pc);
/// False when it would block.
bool try_semaphore(sem_t* semaphore, Address pc);

// once.cc: begins what is to be done once; false when it has been done.
bool begin_once(const void* flag, Address pc);
void end_once(const void* flag, bool is_done, Address pc);
/// The same for a flag whose memory may go away.
bool begin_once_flag(const pthread_once_t* flag, Address pc);
void end_once_flag(const pthread_once_t* flag, bool is_done, Address pc);

// keys.cc
int create_key(std::uint32_t* key, void (*destructor)(void*));
int delete_key(std::uint32_t key, Address pc);
int set_specific(std::uint32_t key, const void* value, Address pc);
void* get_specific(std::uint32_t key, Address pc);
void run_key_destructors();

// --- what programs call

int mutex_timedlock(pthread_mutex_t* mutex, const timespec* time);
int mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock, const timespec* time);

int condition_init(pthread_cond_t* condition, const pthread_condattr_t* attributes);
int condition_destroy(pthread_cond_t* condition);
int condition_wait(pthread_cond_t* condition, pthread_mutex_t* mutex);
int condition_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* time);
int condition_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock, const timespec* time);
int condition_signal(pthread_cond_t* condition);
int condition_broadcast(pthread_cond_t* condition);

int rwlock_init(pthread_rwlock_t* lock, const pthread_rwlockattr_t* attributes);
int rwlock_destroy(pthread_rwlock_t* lock);
int rwlock_rdlock(pthread_rwlock_t* lock);
int rwlock_tryrdlock(pthread_rwlock_t* lock);
int rwlock_timedrdlock(pthread_rwlock_t* lock, const timespec* time);
int rwlock_clockrdlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* time);
int rwlock_wrlock(pthread_rwlock_t* lock);
int rwlock_trywrlock(pthread_rwlock_t* lock);
int rwlock_timedwrlock(pthread_rwlock_t* lock, const timespec* time);
int rwlock_clockwrlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* time);
int rwlock_unlock(pthread_rwlock_t* lock);

int semaphore_init(sem_t* semaphore, int is_shared, unsigned value);
int semaphore_destroy(sem_t* semaphore);
int semaphore_wait(sem_t* semaphore);
int semaphore_trywait(sem_t* semaphore);
int semaphore_timedwait(sem_t* semaphore, const timespec* time);
int semaphore_clockwait(sem_t* semaphore, clockid_t clock, const timespec* time);
int semaphore_post(sem_t* semaphore);
int semaphore_getvalue(sem_t* semaphore, int* value);

int barrier_init(pthread_barrier_t* barrier, const pthread_barrierattr_t* attributes, unsigned count);
int barrier_destroy(pthread_barrier_t* barrier);
/// One thread of each round, any one, gets PTHREAD_BARRIER_SERIAL_THREAD.
int barrier_wait(pthread_barrier_t* barrier);
/// The same for calls whose result nobody looks at: then it does not matter who gets it.
void barrier_wait_only(pthread_barrier_t* barrier);

int spin_init(pthread_spinlock_t* lock, int is_shared);
int spin_destroy(pthread_spinlock_t* lock);
int spin_lock(pthread_spinlock_t* lock);
int spin_trylock(pthread_spinlock_t* lock);
int spin_unlock(pthread_spinlock_t* lock);

int once_call(pthread_once_t* flag, void (*function)());

int key_create(pthread_key_t* key, void (*destructor)(void*));
int key_delete(pthread_key_t key);
int key_set(pthread_key_t key, const void* value);
void* key_get(pthread_key_t key);

}  // namespace qpor::frontend::native
