// PI(T) of [QPOR Table 1]: T threads compute a part of the series 4 - 4/3 + 4/5 - ... for themselves, then add it to a
// sum under one mutex; main joins them all.
//
// expect T=4: 24 traces, 0 deadlocks
// expect T=5: 120 traces, 0 deadlocks
// expect T=6: 720 traces, 0 deadlocks
// expect T=7: 5040 traces, 0 deadlocks
// expect T=8: 40320 traces, 0 deadlocks
//
// Why T!: the critical sections happen in any order, and nothing else is shared. The work between the operations makes
// this the program in which the guest's own time matters most.

#include <assert.h>
#include <pthread.h>

#ifndef T
#define T 5
#endif
#ifndef TERMS
#define TERMS 5000
#endif

static pthread_mutex_t sum_lock;
static double sum;  // under sum_lock

static void* add_part(void* argument) {
  const int first = (int)(long)argument;
  double part = 0;
  for (int n = first; n < TERMS; n += T) part += (n % 2 == 0 ? 4.0 : -4.0) / (2 * n + 1);
  pthread_mutex_lock(&sum_lock);
  sum += part;
  pthread_mutex_unlock(&sum_lock);
  return NULL;
}

int main(void) {
  pthread_t threads[T];
  pthread_mutex_init(&sum_lock, NULL);
  for (long i = 0; i < T; ++i) pthread_create(&threads[i], NULL, add_part, (void*)i);
  for (int i = 0; i < T; ++i) pthread_join(threads[i], NULL);
  // An alternating series is as near to its limit as its next term. Rounding depends on the order of the additions, but
  // is smaller by many orders of magnitude.
  const double error = sum - 3.14159265358979323846;
  assert(-4.0 / TERMS < error && error < 4.0 / TERMS);
  return 0;
}
