// expect: verdict=safe traces=2 deadlocks=0
// args: --memory=interleave
//
// An atomic block reads a plain variable twice, and main writes it outside of any block: before or after the block, for
// what is accessed in a block is accessed by others as if they had a small one of their own.

#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int data;

static void* look(void* unused) {
  (void)unused;
  __VERIFIER_atomic_begin();
  const int first = data;
  const int second = data;
  __VERIFIER_atomic_end();
  assert(first == second);
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, look, NULL);
  data = 1;
  pthread_join(other, NULL);
  return 0;
}
