// expect: verdict=safe traces=7 deadlocks=0
//
// A thread waits until a counter has come to 3, and sees some of the values on the way: each subset of {0, 1, 2}, for it
// reads each value at most twice, the first value that it finds and then the others when they come; but having read a
// value for the first time, it waits for another one: from a value the way goes on with any larger one. The first read
// sees 0, 1, 2 or 3; after 0, the next sees 1, 2 or 3, and so on.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void* count(void* unused) {
  (void)unused;
  for (int i = 0; i < 3; ++i) ++counter;
  return NULL;
}

int main(void) {
  pthread_t counting;
  pthread_create(&counting, NULL, count, NULL);
  while (counter != 3) {
  }
  pthread_join(counting, NULL);
  return 0;
}
