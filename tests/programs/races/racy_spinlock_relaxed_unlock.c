// expect: verdict=defect kind=data-race lines=14,14 variable=data
//
// A lock that is freed by a relaxed store excludes others, but does not pass on what was done under it.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;
static int data;

static void* increment(void* unused) {
  if (!atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) {
    ++data;
    atomic_flag_clear_explicit(&lock, memory_order_relaxed);
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
