// expect: verdict=safe traces=1 deadlocks=0
//
// As stream_flushed_order.c, but after the join.

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
  pthread_join(thread, NULL);
  fflush(NULL);
  assert(text[0] == 'a');
  fclose(stream);
  return 0;
}
