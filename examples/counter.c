// A correct program: T threads add to a counter under a lock, ROUNDS times each.
//
// expect T=2 ROUNDS=2: 6 traces, 0 deadlocks
// expect T=3 ROUNDS=2: 90 traces, 0 deadlocks
// expect T=3 ROUNDS=1: 6 traces, 0 deadlocks
//
// Why (T * ROUNDS)! / ROUNDS!^T: the critical sections happen in any order that keeps those of each thread in turn.

#include <assert.h>
#include <pthread.h>

#ifndef T
#define T 2
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter = 0;  // under lock

static void* count(void* unused) {
  (void)unused;
  for (int i = 0; i < ROUNDS; ++i) {
    pthread_mutex_lock(&lock);
    ++counter;
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[T];
  for (int i = 0; i < T; ++i) pthread_create(&threads[i], NULL, count, NULL);
  for (int i = 0; i < T; ++i) pthread_join(threads[i], NULL);
  assert(counter == T * ROUNDS);
  return 0;
}
