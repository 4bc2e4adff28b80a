// expect: verdict=safe traces=21 deadlocks=0
//
// As trylock_three.c with time limits, by two clocks.

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const struct timespec deadline = {2000000000, 0};

static void* work(void* none) {
  const int result = pthread_mutex_timedlock(&lock, &deadline);
  assert(result == 0 || result == ETIMEDOUT);
  if (result == 0) pthread_mutex_unlock(&lock);
  return none;
}

static void* work_by_other_clock(void* none) {
  const int result = pthread_mutex_clocklock(&lock, CLOCK_MONOTONIC, &deadline);
  assert(result == 0 || result == ETIMEDOUT);
  if (result == 0) pthread_mutex_unlock(&lock);
  return none;
}

int main(void) {
  pthread_t thread[3];
  pthread_create(&thread[0], NULL, work, NULL);
  pthread_create(&thread[1], NULL, work_by_other_clock, NULL);
  pthread_create(&thread[2], NULL, work, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(thread[i], NULL);
  return 0;
}
