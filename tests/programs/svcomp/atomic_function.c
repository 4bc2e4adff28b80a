// expect: verdict=defect kind=assertion line=34 traces=2 deadlocks=0
//
// Two functions that are atomic blocks by their names, one with two ways out and one that calls itself. The assertion
// fails in one of their two orders.

#include <assert.h>
#include <pthread.h>

static int data;

static int __VERIFIER_atomic_take(void) {
  if (data == 0) return 0;
  --data;
  return 1;
}

void __VERIFIER_atomic_give(int count) {
  if (count == 0) return;
  ++data;
  __VERIFIER_atomic_give(count - 1);
}

static void* give(void* unused) {
  (void)unused;
  __VERIFIER_atomic_give(2);
  return NULL;
}

int main(void) {
  pthread_t giver;
  pthread_create(&giver, NULL, give, NULL);
  const int taken = __VERIFIER_atomic_take();
  pthread_join(giver, NULL);
  assert(taken);
  return 0;
}
