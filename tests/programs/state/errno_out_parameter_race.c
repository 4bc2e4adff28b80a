// expect: verdict=defect kind=data-race line=12 traces=1 deadlocks=1
//
// The twin of errno_out_parameter.c: two threads store into main's errno, and nothing orders the two.

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static void* work(void* error) {
  // In either order it is the second one that fails.
  *(int*)error = EIO;
  return NULL;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, work, &errno);
  pthread_create(&other, NULL, work, &errno);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
}
