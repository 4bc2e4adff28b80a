// expect: verdict=defect kind=assertion line=14 traces=3 deadlocks=1
// args: --memory=interleave
//
// Two reads of the same variable, one right after the other: the write comes before both, between them, or after both.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int x;

static void* reads(void* none) {
  int first = x;
  int second = x;
  assert(first == second);
  return none;
}

static void* writes(void* none) {
  x = 1;
  return none;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, reads, NULL);
  pthread_create(&threads[1], NULL, writes, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
