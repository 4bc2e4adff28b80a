// expect: verdict=safe traces=2 deadlocks=0
//
// Builtin functions on a variable that is not declared atomic: the addition comes before the exchange, or after it.

#include <assert.h>
#include <pthread.h>

static int x;

static void* add(void* unused) {
  (void)unused;
  __atomic_fetch_add(&x, 1, __ATOMIC_ACQ_REL);
  return NULL;
}
static void* swap(void* unused) {
  (void)unused;
  __sync_bool_compare_and_swap(&x, 5, 6);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  __sync_fetch_and_add(&x, 3);
  __sync_add_and_fetch(&x, 2);
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, swap, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  int value = 0;
  __atomic_load(&x, &value, __ATOMIC_SEQ_CST);
  assert(value == 6 || value == 7);
  __sync_lock_release(&x);
  assert(__sync_lock_test_and_set(&x, 9) == 0);
  return 0;
}
