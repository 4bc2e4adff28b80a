// expect: verdict=safe traces=2 deadlocks=0
//
// As racy_stream_end_unlocked.c, but main looks for the end, too: 2 orders, although they come to the same.

#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

static char text[] = "abcd";
static FILE* stream;

static void* look(void* unused) {
  feof_unlocked(stream);
  return unused;
}

int main(void) {
  pthread_t thread;
  stream = fmemopen(text, sizeof text, "r");
  pthread_create(&thread, NULL, look, NULL);
  feof_unlocked(stream);
  pthread_join(thread, NULL);
  fclose(stream);
  return 0;
}
