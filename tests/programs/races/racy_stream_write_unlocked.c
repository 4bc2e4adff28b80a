// expect: verdict=defect kind=data-race lines=12,12 variable=stream
//
// Two threads write to one stream in memory by putc_unlocked, and neither locks it.

#include <pthread.h>
#include <stdio.h>

static char text[16];
static FILE* stream;

static void* put(void* unused) {
  putc_unlocked('a', stream);
  return unused;
}

int main(void) {
  pthread_t first, second;
  stream = fmemopen(text, sizeof text, "w");
  pthread_create(&first, NULL, put, NULL);
  pthread_create(&second, NULL, put, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  fclose(stream);
  return 0;
}
