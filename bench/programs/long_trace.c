// One long trace: two threads lock and unlock a mutex each, so often that the trace has EVENTS operations or a few more.
//
// expect EVENTS=8: 1 traces, 0 deadlocks
// expect EVENTS=1000: 1 traces, 0 deadlocks
//
// Why 1: the threads share nothing. What is measured is the cost per event as trees, maps and the trail get deep.

#include <pthread.h>

#ifndef EVENTS
#define EVENTS 1000000
#endif

static pthread_mutex_t own[2];

static void* work(void* argument) {
  pthread_mutex_t* const mine = argument;
  for (int i = 0; i < EVENTS / 4; ++i) {
    pthread_mutex_lock(mine);
    pthread_mutex_unlock(mine);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_mutex_init(&own[i], NULL);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, work, &own[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
