// expect: verdict=safe traces=6 deadlocks=0
//
// A word and its bytes are the same memory, whatever the size of an access: two threads store a byte each and a third
// loads the word. To the engine the word is then one object with 2 orders of the stores, and the load before, between or
// after them.

#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union {
  uint32_t word;
  uint8_t bytes[4];
} x;

static void* set_first(void* unused) {
  (void)unused;
  __atomic_store_n(&x.bytes[0], 1, __ATOMIC_SEQ_CST);
  return NULL;
}
static void* set_last(void* unused) {
  (void)unused;
  __atomic_store_n(&x.bytes[3], 1, __ATOMIC_SEQ_CST);
  return NULL;
}
static void* look(void* unused) {
  (void)unused;
  const uint32_t seen = __atomic_load_n(&x.word, __ATOMIC_SEQ_CST);
  assert(seen == 0 || seen == 1 || seen == 0x01000000 || seen == 0x01000001);
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, set_first, NULL);
  pthread_create(&b, NULL, set_last, NULL);
  pthread_create(&c, NULL, look, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  assert(x.word == 0x01000001);
  return 0;
}
