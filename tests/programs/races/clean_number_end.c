// expect: verdict=safe traces=1 deadlocks=0
//
// As racy_number_end.c, but main writes another letter than the thread.

#include <pthread.h>
#include <stdlib.h>

static char* rest;

static void* change(void* unused) {
  rest[0] = 'q';
  return unused;
}

int main(void) {
  pthread_t thread;
  char text[16] = "12x";
  strtol(text, &rest, 10);
  pthread_create(&thread, NULL, change, NULL);
  text[0] = 'z';
  pthread_join(thread, NULL);
  return 0;
}
