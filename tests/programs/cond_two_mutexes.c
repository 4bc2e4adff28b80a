// expect: verdict=defect kind=lock-misuse line=12 traces=1 deadlocks=1
//
// Two threads wait on one condition variable with different mutexes. Queueing up commutes: one trace.

#include <pthread.h>

static pthread_mutex_t lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_cond_t bell = PTHREAD_COND_INITIALIZER;

static void* wait_with(void* mutex) {
  pthread_mutex_lock(mutex);
  pthread_cond_wait(&bell, mutex);
  pthread_mutex_unlock(mutex);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, wait_with, &lock[0]);
  pthread_create(&b, NULL, wait_with, &lock[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
