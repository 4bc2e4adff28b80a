// expect: verdict=safe traces=4 deadlocks=0
//
// As exchange_lock.c, by compare-exchange.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int data;

static void* add(void* unused) {
  (void)unused;
  int expected = 0;
  while (!atomic_compare_exchange_weak(&lock, &expected, 1)) expected = 0;
  ++data;
  atomic_store(&lock, 0);
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, add, NULL);
  add(NULL);
  pthread_join(other, NULL);
  assert(data == 2);
  return 0;
}
