// expect: verdict=defect kind=deadlock line=10 traces=1 deadlocks=1
//
// The barrier waits for three, but two come: both wait at the same line.

#include <pthread.h>

static pthread_barrier_t barrier;

static void* work(void* none) {
  pthread_barrier_wait(&barrier);
  return none;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&barrier, NULL, 3);
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
