// expect: verdict=safe traces=4 deadlocks=0
//
// A test-and-set lock. Who comes second finds it free, or taken: then it waits until it is free. Two orders, each in
// two ways.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int data;

static void* add(void* unused) {
  (void)unused;
  while (atomic_exchange(&lock, 1) != 0) {
  }
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
