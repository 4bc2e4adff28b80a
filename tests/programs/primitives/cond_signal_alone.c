// expect: verdict=defect traces=2 deadlocks=1
//
// One waits, one signals without the mutex: before the other has queued up, when the signal is lost, or after it.

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t bell = PTHREAD_COND_INITIALIZER;

static void* wait_for_it(void* none) {
  pthread_mutex_lock(&lock);
  pthread_cond_wait(&bell, &lock);
  pthread_mutex_unlock(&lock);
  return none;
}

static void* ring(void* none) {
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
