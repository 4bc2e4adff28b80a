// expect: verdict=safe traces=2 deadlocks=0
//
// As racy_stream_read_unlocked.c, by the function that does. Who reads first gets the first letter: 2.

#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

static char text[] = "abcd";
static FILE* stream;

static void* take(void* unused) {
  char letter;
  fread(&letter, 1, 1, stream);
  return unused;
}

int main(void) {
  pthread_t first, second;
  stream = fmemopen(text, sizeof text, "r");
  pthread_create(&first, NULL, take, NULL);
  pthread_create(&second, NULL, take, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  fclose(stream);
  return 0;
}
