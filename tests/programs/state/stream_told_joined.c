// expect: verdict=safe traces=1 deadlocks=0
//
// As stream_told_order.c, but after the join.

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
  pthread_join(thread, NULL);
  const long place = ftell(stream);
  assert(place == 1);
  fclose(stream);
  return 0;
}
