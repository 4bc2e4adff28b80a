// Many threads: each takes a mutex of its own and then one that all share, so that the first execution alone has
// THREADS critical sections in a row that could all be in another order.
//
// expect THREADS=3: 6 traces, 0 deadlocks
// expect THREADS=4: 24 traces, 0 deadlocks
//
// Why THREADS!: the orders of the critical sections on `common`; nobody else takes the mutexes of the threads. For
// larger sizes it is explored with --max-traces: what is measured is the cost per event, which must not depend on the
// number of threads.

#include <pthread.h>

#ifndef THREADS
#define THREADS 200
#endif

static pthread_mutex_t own[THREADS];
static pthread_mutex_t common;
static int sum;  // under common

static void* work(void* argument) {
  const int n = (int)(long)argument;
  pthread_mutex_lock(&own[n]);
  pthread_mutex_unlock(&own[n]);
  pthread_mutex_lock(&common);
  sum += n;
  pthread_mutex_unlock(&common);
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  pthread_mutex_init(&common, NULL);
  for (int i = 0; i < THREADS; ++i) pthread_mutex_init(&own[i], NULL);
  for (int i = 0; i < THREADS; ++i) pthread_create(&threads[i], NULL, work, (void*)(long)i);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  return 0;
}
