// expect: verdict=defect kind=assertion line=26 traces=3 deadlocks=0
//
// Who stores a word in two halves may be seen in between. The load comes before, between or after the stores; in between
// the assertion fails.

#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union {
  uint64_t whole;
  uint32_t halves[2];
} x;

static void* store(void* unused) {
  (void)unused;
  __atomic_store_n(&x.halves[0], 7, __ATOMIC_SEQ_CST);
  __atomic_store_n(&x.halves[1], 7, __ATOMIC_SEQ_CST);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, store, NULL);
  const uint64_t seen = __atomic_load_n(&x.whole, __ATOMIC_SEQ_CST);
  assert(seen == 0 || seen == 0x700000007);
  pthread_join(thread, NULL);
  return 0;
}
