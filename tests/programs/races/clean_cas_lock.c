// expect: verdict=safe traces=4 deadlocks=0
//
// Who fails to change the lock from 0 to 1 does without. One after the other, in two orders; or one thread fails while
// the other has the lock, two more.

#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int counter;

static void* try_to_increment(void* unused) {
  int expected = 0;
  if (atomic_compare_exchange_strong(&lock, &expected, 1)) {
    ++counter;
    atomic_store(&lock, 0);
  }
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, try_to_increment, NULL);
  pthread_create(&second, NULL, try_to_increment, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
