// expect: verdict=defect kind=data-race lines=14,14 variable=counter
//
// Whether the compare-exchange has succeeded is not asked.

#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int counter;

static void* increment(void* unused) {
  int expected = 0;
  atomic_compare_exchange_strong(&lock, &expected, 1);
  ++counter;
  atomic_store(&lock, 0);
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
