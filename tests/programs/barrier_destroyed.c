// expect: verdict=defect kind=lock-misuse line=21 traces=1 deadlocks=0
//
// Destroying a barrier that all have left is right; waiting there afterwards is not.

#include <pthread.h>

static pthread_barrier_t barrier;

static void* work(void* none) {
  pthread_barrier_wait(&barrier);
  return none;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&thread, NULL, work, NULL);
  pthread_barrier_wait(&barrier);
  pthread_barrier_destroy(&barrier);
  pthread_join(thread, NULL);
  pthread_barrier_wait(&barrier);
  return 0;
}
