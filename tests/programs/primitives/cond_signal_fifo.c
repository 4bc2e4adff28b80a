// expect: verdict=defect traces=8 deadlocks=8
// args: --condvar=fifo
//
// As cond_signal.c, but who has waited longest is woken: one way instead of two where both wait.

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
  pthread_cond_signal(&bell);
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
