// expect: verdict=safe traces=4 deadlocks=0
//
// As primitives/cond_timed.c: a timed wait, and a signal under the mutex. mtx_timedlock of a free mutex succeeds.

#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t lock;
static cnd_t bell;

static int ring(void* none) {
  (void)none;
  mtx_lock(&lock);
  cnd_broadcast(&bell);
  mtx_unlock(&lock);
  return 0;
}

int main(void) {
  thrd_t thread;
  struct timespec deadline;
  mtx_init(&lock, mtx_timed);
  cnd_init(&bell);
  timespec_get(&deadline, TIME_UTC);
  deadline.tv_sec += 2;
  assert(mtx_timedlock(&lock, &deadline) == thrd_success);
  assert(mtx_trylock(&lock) == thrd_busy);
  mtx_unlock(&lock);
  thrd_create(&thread, ring, NULL);
  mtx_lock(&lock);
  const int result = cnd_timedwait(&bell, &lock, &deadline);
  assert(result == thrd_success || result == thrd_timedout);
  mtx_unlock(&lock);
  thrd_join(thread, NULL);
  return 0;
}
