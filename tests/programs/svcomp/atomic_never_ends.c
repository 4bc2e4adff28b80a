// expect: verdict=defect kind=lock-misuse line=10 traces=1 deadlocks=1
//
// A thread that ends within a block, which is told of its function. Main waits for it.

#include <pthread.h>
#include <stddef.h>

void __VERIFIER_atomic_begin(void);

static void* begin(void* unused) {
  __VERIFIER_atomic_begin();
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, begin, NULL);
  pthread_join(other, NULL);
  return 0;
}
