// expect: verdict=safe traces=2 deadlocks=0
//
// As racy_stream_half_locked.c, but both lock the stream: 2 orders.

#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

static char text[] = "abcd";
static FILE* stream;

static void* take(void* unused) {
  getc(stream);
  return unused;
}

static void* take_locked(void* unused) {
  getc(stream);
  return unused;
}

int main(void) {
  pthread_t first, second;
  stream = fmemopen(text, sizeof text, "r");
  pthread_create(&first, NULL, take_locked, NULL);
  pthread_create(&second, NULL, take, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  fclose(stream);
  return 0;
}
