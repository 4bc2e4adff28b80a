// expect: verdict=defect kind=data-race lines=13,21 variable=stream
//
// A thread looks for the end of a stream that it does not lock, while main reads from it.

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
  getc_unlocked(stream);
  pthread_join(thread, NULL);
  fclose(stream);
  return 0;
}
