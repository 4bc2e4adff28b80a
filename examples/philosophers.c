// N dining philosophers, each of whom takes the left fork first.
//
// expect N=2: 3 traces, 1 deadlock
// expect N=3: 7 traces, 1 deadlock
// expect N=10: 1023 traces, 1 deadlock
//
// Why 2^N - 1: each fork goes first to the one or the other of its two neighbours, 2^N ways. If every fork goes first
// to the one for whom it is the left fork, all sit with one fork for ever: the deadlock. That every fork goes first to
// the one for whom it is the right fork is impossible, since a philosopher takes the right fork only with the left one
// in hand.

#include <pthread.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t forks[N];

static void* philosopher(void* seat) {
  pthread_mutex_t* const left = &forks[(long)seat];
  pthread_mutex_t* const right = &forks[((long)seat + 1) % N];
  pthread_mutex_lock(left);
  pthread_mutex_lock(right);
  // eat
  pthread_mutex_unlock(right);
  pthread_mutex_unlock(left);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; ++i) pthread_mutex_init(&forks[i], NULL);
  for (long i = 0; i < N; ++i) pthread_create(&threads[i], NULL, philosopher, (void*)i);
  for (int i = 0; i < N; ++i) pthread_join(threads[i], NULL);
  return 0;
}
