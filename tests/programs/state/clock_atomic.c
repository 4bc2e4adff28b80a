// expect: verdict=safe traces=4 deadlocks=0
//
// A time that is published by an atomic is not later than the reader's. Each reader comes before or after the store;
// readers commute, so that the clock of one does not depend on the other: 2 * 2 traces.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static _Atomic long long published;

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void* publish(void* unused) {
  sleep(3);
  published = now();
  return unused;
}

static void* read_it(void* seconds) {
  sleep((unsigned)(long)seconds);
  const long long time = published;
  assert(time < now());
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, publish, NULL);
  pthread_create(&threads[1], NULL, read_it, (void*)1);
  read_it(0);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
