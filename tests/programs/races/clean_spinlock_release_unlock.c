// expect: verdict=safe traces=4 deadlocks=0
//
// A lock of one's own, tried once by each thread. Say a comes first. The other's attempt fails while a has the lock, or
// succeeds after that. Twice that for the choice of a: 4 traces.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;
static int data;

static void* increment(void* unused) {
  if (!atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) {
    ++data;
    atomic_flag_clear_explicit(&lock, memory_order_release);
  }
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, increment, NULL);
  pthread_create(&second, NULL, increment, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
