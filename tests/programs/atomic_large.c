// expect: verdict=safe traces=3 deadlocks=0
//
// 16 bytes are an instruction or a call, 40 bytes a call: all the same. The reader's first load is before the writer's
// second store, and its second load then before the first store or after it; or its first load comes last: 3.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

struct Wide {
  long words[5];
};
static _Atomic(struct Wide) wide;
static _Atomic __int128 long_number;

static void* write_both(void* unused) {
  (void)unused;
  struct Wide value = {{1, 1, 1, 1, 1}};
  wide = value;
  long_number = ((__int128)7 << 64) + 7;
  return NULL;
}
static void* read_both(void* unused) {
  (void)unused;
  const __int128 number = long_number;
  const struct Wide value = wide;
  assert(value.words[0] == value.words[4]);
  assert(number == 0 || value.words[0] == 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, write_both, NULL);
  pthread_create(&b, NULL, read_both, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  struct Wide expected = {{1, 1, 1, 1, 1}}, desired = {{2}};
  assert(atomic_compare_exchange_strong(&wide, &expected, desired));
  assert(!atomic_compare_exchange_strong(&wide, &expected, desired) && expected.words[0] == 2);
  const struct Wide old = atomic_exchange(&wide, expected);
  assert(memcmp(&old, &desired, sizeof old) == 0);
  return 0;
}
