// expect: verdict=safe traces=4 deadlocks=0
//
// A timed wait and a signal under the mutex. The signal is first and lost, so that the time runs out (1); it wakes the
// waiter (1); or the time has run out before it, when either may have the lock first (2).

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t bell = PTHREAD_COND_INITIALIZER;

static void* wait_for_it(void* none) {
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 5;
  pthread_mutex_lock(&lock);
  const int result = pthread_cond_timedwait(&bell, &lock, &deadline);
  assert(result == 0 || result == ETIMEDOUT);
  pthread_mutex_unlock(&lock);
  return none;
}

static void* ring(void* none) {
  pthread_mutex_lock(&lock);
  pthread_cond_signal(&bell);
  pthread_mutex_unlock(&lock);
  return none;
}

int main(void) {
  pthread_t thread[2];
  pthread_create(&thread[0], NULL, wait_for_it, NULL);
  pthread_create(&thread[1], NULL, ring, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(thread[i], NULL);
  return 0;
}
