// expect: verdict=defect kind=data-race lines=9,18 variable=text
//
// A flush of all streams writes to an array on the stack of main, which no other thread knows; main reads it meanwhile.

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
  const int first = text[0];
  pthread_join(thread, NULL);
  return first < 0;
}
