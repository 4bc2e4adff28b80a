// expect: verdict=incomplete traces=1 deadlocks=0
//
// The end of the process flushes a stream into an array that is gone: the accesses are not seen, so it is not safe.

#include <pthread.h>
#include <stdio.h>

static FILE* stream;

static void* print(void* unused) {
  char own[16];
  stream = fmemopen(own, sizeof own, "w");
  fputs("text", stream);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, print, 0);
  pthread_join(thread, 0);
  return 0;
}
