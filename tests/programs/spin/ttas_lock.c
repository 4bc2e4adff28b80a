// expect: verdict=safe traces=10 deadlocks=0
//
// A lock that is looked at before it is taken. Of the second thread: it finds the lock free before the first has taken it,
// and then gets it when it is free again; or finds it taken, and free or taken and then free when it looks again: 3 ways.
// Or it finds it taken at first and waits, or comes when all is over. 5 ways for each order.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int data;

static void* add(void* unused) {
  (void)unused;
  for (;;) {
    while (atomic_load(&lock) != 0) {
    }
    if (atomic_exchange(&lock, 1) == 0) break;
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
