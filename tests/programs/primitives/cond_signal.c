// expect: verdict=defect traces=10 deadlocks=10
//
// Two wait, one signals. The signal comes first and is lost (2 orders of the others); between them it wakes the first,
// which takes the lock again before or after the second has it (2 x 2); or it comes last and wakes either of them (2 x
// 2). In each of the 10 traces somebody waits for ever.

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
