// expect: verdict=defect kind=data-race lines=10,10 variable=counter
//
// Two threads increment a counter without a lock.

#include <pthread.h>

static int counter;

static void* increment(void* unused) {
  ++counter;
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
