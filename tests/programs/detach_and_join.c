// expect: verdict=defect kind=thread-misuse traces=1 deadlocks=0
//
// One thread joins what another one detaches. Detaching is no operation, but whoever is second is found in any order.

#include <pthread.h>

static pthread_t thread;

static void* work(void* unused) { return unused; }

static void* release(void* unused) {
  pthread_detach(thread);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&thread, NULL, work, NULL);
  pthread_create(&other, NULL, release, NULL);
  pthread_join(thread, NULL);
  pthread_join(other, NULL);
  return 0;
}
