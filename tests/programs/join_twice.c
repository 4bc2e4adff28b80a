// expect: verdict=defect kind=thread-misuse line=12 traces=1 deadlocks=1
//
// Two threads join the same one. Joins do not race, so there is one trace, in which the second to come is told.

#include <pthread.h>

static pthread_t target;

static void* idle(void* none) { return none; }

static void* wait_for_end(void* none) {
  pthread_join(target, NULL);
  return none;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&target, NULL, idle, NULL);
  pthread_create(&a, NULL, wait_for_end, NULL);
  pthread_create(&b, NULL, wait_for_end, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
