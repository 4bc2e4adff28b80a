// expect: verdict=safe traces=1 deadlocks=0
//
// Each thread has a counter of its own.

#include <assert.h>
#include <pthread.h>

static _Thread_local int counter;

static void* count(void* unused) {
  for (int i = 0; i < 3; ++i) ++counter;
  assert(counter == 3);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, count, NULL);
  pthread_create(&second, NULL, count, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
