// expect: verdict=defect kind=assertion line=26 traces=4 deadlocks=0
//
// A load and then a store are two operations. One thread is done before the other begins, in two orders; or both load
// before they store, again in two orders, and one update is lost.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void* count(void* unused) {
  (void)unused;
  const int seen = counter;
  counter = seen + 1;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, count, NULL);
  pthread_create(&b, NULL, count, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  // The only place that tells.
  assert(counter == 2);
  return 0;
}
