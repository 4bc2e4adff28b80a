// expect: verdict=safe traces=2 deadlocks=0
//
// The right way: a flag under the mutex, and a loop. Either the flag is up when the waiter looks, or it queues up, is
// woken, and finds it up: by the time of the signal the flag is up, and a waiter that has not queued up by then never
// does.

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t bell = PTHREAD_COND_INITIALIZER;
static int is_rung;

static void* wait_for_it(void* none) {
  pthread_mutex_lock(&lock);
  while (!is_rung) pthread_cond_wait(&bell, &lock);
  pthread_mutex_unlock(&lock);
  return none;
}

static void* ring(void* none) {
  pthread_mutex_lock(&lock);
  is_rung = 1;
  pthread_mutex_unlock(&lock);
  pthread_cond_signal(&bell);
  return none;
}

int main(void) {
  pthread_t thread[2];
  pthread_create(&thread[0], NULL, wait_for_it, NULL);
  pthread_create(&thread[1], NULL, ring, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(thread[i], NULL);
  return 0;
}
