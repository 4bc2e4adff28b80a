// expect: verdict=safe traces=96 deadlocks=0
//
// Two timed waits, by the monotonic clock, and one signal; the number is that of the twin.

#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t bell = PTHREAD_COND_INITIALIZER;

static void* wait_for_it(void* none) {
  struct timespec deadline;
  clock_gettime(CLOCK_MONOTONIC, &deadline);
  deadline.tv_nsec = 0;
  deadline.tv_sec += 1;
  pthread_mutex_lock(&lock);
  pthread_cond_clockwait(&bell, &lock, CLOCK_MONOTONIC, &deadline);
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
  pthread_t thread[3];
  pthread_create(&thread[0], NULL, wait_for_it, NULL);
  pthread_create(&thread[1], NULL, wait_for_it, NULL);
  pthread_create(&thread[2], NULL, ring, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(thread[i], NULL);
  return 0;
}
