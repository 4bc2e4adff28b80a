// expect: verdict=defect kind=data-race lines=10,15 variable=counter
//
// One thread increments atomically, the other one does not.

#include <pthread.h>

static int counter;

static void* increment_atomically(void* unused) {
  __atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST);
  return unused;
}

static void* increment_plainly(void* unused) {
  ++counter;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, increment_atomically, NULL);
  pthread_create(&second, NULL, increment_plainly, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
