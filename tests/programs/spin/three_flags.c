// expect: verdict=safe traces=2 deadlocks=0
//
// Three places are looked at in each round, and the one in the middle changes. Main sees that in its first or in its
// second round. If it does not, it waits for the third, and the execution is cut: the place that changed is neither the
// first that was read nor the one that is waited for.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int a, b, c;

static void* set(void* unused) {
  (void)unused;
  b = 1;
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, set, NULL);
  while (!a && !b && !c) {
  }
  pthread_join(other, NULL);
  return 0;
}
