// expect: verdict=safe traces=2 deadlocks=0
//
// Two atomic blocks, one of them with another within it, in either order.

#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int data;

static void* add(void* unused) {
  (void)unused;
  __VERIFIER_atomic_begin();
  __VERIFIER_atomic_begin();
  ++data;
  __VERIFIER_atomic_end();
  ++data;
  __VERIFIER_atomic_end();
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, add, NULL);
  __VERIFIER_atomic_begin();
  assert(data % 2 == 0);
  __VERIFIER_atomic_end();
  pthread_join(other, NULL);
  return 0;
}
