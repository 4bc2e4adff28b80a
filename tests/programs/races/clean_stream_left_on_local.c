// expect: verdict=safe traces=1 deadlocks=0
//
// A flush of all streams writes to an array on the stack of main, which no other thread knows; main reads it afterwards.

#include <pthread.h>
#include <stdio.h>

static void* flush(void* unused) {
  fflush(NULL);
  return unused;
}

int main(void) {
  pthread_t thread;
  char text[8] = "";
  fputs("abc", fmemopen(text, sizeof text, "w"));
  pthread_create(&thread, NULL, flush, NULL);
  pthread_join(thread, NULL);
  return text[0] < 0;
}
