// expect: verdict=defect kind=assertion line=23 traces=2 deadlocks=0
//
// main flushes all streams, before or after the thread has put something into the buffer of one.

#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static char text[16];
static FILE* stream;

static void* print(void* unused) {
  fputs("a", stream);
  return unused;
}

int main(void) {
  pthread_t thread;
  stream = fmemopen(text, sizeof text, "w");
  pthread_create(&thread, NULL, print, NULL);
  fflush(NULL);
  pthread_join(thread, NULL);
  assert(text[0] == '\0');
  fclose(stream);
  return 0;
}
