// expect: verdict=defect kind=data-race lines=14,14 variable=stream
//
// Two threads read from one stream by a function that does not lock it.

#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

static char text[] = "abcd";
static FILE* stream;

static void* take(void* unused) {
  char letter;
  fread_unlocked(&letter, 1, 1, stream);
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
