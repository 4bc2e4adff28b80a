// expect: verdict=safe traces=1 deadlocks=0
//
// Plain before the threads begin and when they have ended, atomic in between: additions whose results are not used
// commute.

#include <assert.h>
#include <pthread.h>

static int counter;

static void* increment(void* unused) {
  __atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST);
  return unused;
}

int main(void) {
  pthread_t first, second;
  counter = 5;
  pthread_create(&first, NULL, increment, NULL);
  pthread_create(&second, NULL, increment, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(counter == 7);
  return 0;
}
