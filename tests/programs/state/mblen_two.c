// expect: verdict=defect kind=data-race traces=1 deadlocks=1
//
// The state of mblen is one of the process, and has no lock.
#include <pthread.h>
#include <stdlib.h>

static int length[2];
static void* measure(void* number) {
  length[(long)number] = mblen("abc", 3);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; ++i) pthread_create(&threads[i], 0, measure, (void*)i);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
