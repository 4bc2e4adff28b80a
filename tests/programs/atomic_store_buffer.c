// expect: verdict=safe traces=3 deadlocks=0
//
// Each load comes before or after the other thread's store, but both before would be a cycle: 4 - 1.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int seen_by_a, seen_by_b;

static void* a(void* unused) {
  (void)unused;
  x = 1;
  atomic_thread_fence(memory_order_seq_cst);
  seen_by_a = y;
  return NULL;
}
static void* b(void* unused) {
  (void)unused;
  y = 1;
  seen_by_b = x;
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, a, NULL);
  pthread_create(&second, NULL, b, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(seen_by_a + seen_by_b > 0);
  return 0;
}
