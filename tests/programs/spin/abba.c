// expect: verdict=defect kind=livelock line=14 traces=9 deadlocks=1
//
// Two locks in opposite orders: each thread has one and spins on the other. Otherwise one thread has both first; the
// other then comes to each lock in time to find it taken, or later: 2 * 2 ways, for each of two orders.

#include <pthread.h>
#include <stdatomic.h>

static atomic_int first, second;

static void lock(atomic_int* it) {
  int expected;
  do expected = 0;
  while (!atomic_compare_exchange_strong(it, &expected, 1));
}
static void unlock(atomic_int* it) { *it = 0; }

static void* forwards(void* unused) {
  (void)unused;
  lock(&first);
  lock(&second);
  unlock(&second);
  unlock(&first);
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, forwards, NULL);
  lock(&second);
  lock(&first);
  unlock(&first);
  unlock(&second);
  pthread_join(other, NULL);
  return 0;
}
