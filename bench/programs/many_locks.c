// Many locks: THREADS threads each take LOCKS mutexes, one after the other in the same order.
//
// expect LOCKS=1 THREADS=2: 2 traces, 0 deadlocks
// expect LOCKS=2 THREADS=2: 4 traces, 0 deadlocks
// expect LOCKS=5 THREADS=2: 32 traces, 0 deadlocks
//
// Why 2^LOCKS for two threads: nothing ties the order on one mutex to that on another, for a thread gives each back
// before it takes the next. For larger sizes it is explored with --max-traces: what is measured is the cost per event
// where histories know of very many objects.

#include <pthread.h>

#ifndef LOCKS
#define LOCKS 5000
#endif
#ifndef THREADS
#define THREADS 3
#endif

static pthread_mutex_t locks[LOCKS];

static void* work(void* unused) {
  for (int i = 0; i < LOCKS; ++i) {
    pthread_mutex_lock(&locks[i]);
    pthread_mutex_unlock(&locks[i]);
  }
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < LOCKS; ++i) pthread_mutex_init(&locks[i], NULL);
  for (int i = 0; i < THREADS; ++i) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  return 0;
}
