// expect: verdict=safe traces=24 deadlocks=0
//
// Four threads at a barrier for two: who goes with whom depends on the order of arrival, 4!.

#include <pthread.h>

static pthread_barrier_t barrier;

static void* work(void* none) {
  pthread_barrier_wait(&barrier);
  return none;
}

int main(void) {
  pthread_t thread[4];
  pthread_barrier_init(&barrier, NULL, 2);
  for (int i = 0; i < 4; ++i) pthread_create(&thread[i], NULL, work, NULL);
  for (int i = 0; i < 4; ++i) pthread_join(thread[i], NULL);
  return 0;
}
