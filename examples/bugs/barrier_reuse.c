// expect: kind=deadlock
//
// A barrier that is used again too early
//
// A hand-made barrier resets its count for the next round. A fast thread comes to the next round before a slow one has
// seen that the last is over, which then takes the new count for the old one and sleeps on. Count rounds, not only
// threads.

#include <pthread.h>

#define THREADS 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t complete = PTHREAD_COND_INITIALIZER;
static int arrived;

static void meet(void) {
  pthread_mutex_lock(&lock);
  if (++arrived == THREADS) {
    arrived = 0;
    pthread_cond_broadcast(&complete);
  } else {
    while (arrived != 0) pthread_cond_wait(&complete, &lock);
  }
  pthread_mutex_unlock(&lock);
}

static void* work(void* none) {
  meet();
  meet();
  return none;
}

int main(void) {
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; ++i) pthread_create(&thread[i], NULL, work, NULL);
  for (int i = 0; i < THREADS; ++i) pthread_join(thread[i], NULL);
  return 0;
}
