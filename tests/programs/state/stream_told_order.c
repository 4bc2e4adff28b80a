// expect: verdict=defect kind=assertion line=23 traces=2 deadlocks=0
//
// main asks where the stream is while a thread prints to it.

#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static char text[16];
static FILE* stream;

static void* print(void* unused) {
  fprintf(stream, "a");
  return unused;
}

int main(void) {
  pthread_t thread;
  stream = fmemopen(text, sizeof text, "w");
  pthread_create(&thread, NULL, print, NULL);
  const long place = ftell(stream);
  pthread_join(thread, NULL);
  assert(place == 0);
  fclose(stream);
  return 0;
}
