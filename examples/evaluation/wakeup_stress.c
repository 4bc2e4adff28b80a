// The program of [Source-DPOR Fig. 12], which makes wakeup trees grow factorially.
//
// expect N=1: 2 traces, 0 deadlocks
// expect N=3: 12 traces, 0 deadlocks
// expect N=5: 240 traces, 0 deadlocks
// expect N=8: 80640 traces, 0 deadlocks
//
// Why 2 * N!: the increments of `shared` happen in any of N! orders; those of `raced` in two. Each thread returns the
// value that it found: increments of which nothing is told would commute. The barrier, which N+1
// threads use and which has N+1 places, adds nothing: its arrivals commute. It only makes the last thread wait for all
// workers, so that reversing the race on `raced` needs all of them to run first.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 5
#endif

static atomic_int raced;
static atomic_int shared;
static pthread_barrier_t done;

static void* run_early(void* unused) {
  (void)unused;
  return (void*)(long)atomic_fetch_add(&raced, 1);
}

static void* work(void* unused) {
  (void)unused;
  const long found = atomic_fetch_add(&shared, 1);
  pthread_barrier_wait(&done);
  return (void*)found;
}

static void* run_last(void* unused) {
  (void)unused;
  pthread_barrier_wait(&done);
  return (void*)(long)atomic_fetch_add(&raced, 1);
}

int main(void) {
  pthread_t early;
  pthread_t workers[N];
  pthread_t last;
  pthread_barrier_init(&done, NULL, N + 1);
  pthread_create(&early, NULL, run_early, NULL);
  for (int i = 0; i < N; ++i) pthread_create(&workers[i], NULL, work, NULL);
  pthread_create(&last, NULL, run_last, NULL);
  pthread_join(early, NULL);
  for (int i = 0; i < N; ++i) pthread_join(workers[i], NULL);
  pthread_join(last, NULL);
  assert(raced == 2 && shared == N);
  return 0;
}
