// expect: verdict=defect traces=10 deadlocks=6
//
// As cond_signal.c with a broadcast. First: 2; between: 2 x 2; last, it wakes both, and they have the lock again in
// either order: 2 x 2, without a deadlock.

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
  pthread_mutex_lock(&lock);
  pthread_cond_broadcast(&bell);
  pthread_mutex_unlock(&lock);
  return none;
}

int main(void) {
  pthread_t thread[3];
  pthread_create(&thread[0], NULL, wait_for_it, NULL);
  pthread_create(&thread[1], NULL, wait_for_it, NULL);
  pthread_create(&thread[2], NULL, ring, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(thread[i], NULL);
  return 0;
}
