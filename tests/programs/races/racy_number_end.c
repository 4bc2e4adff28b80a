// expect: verdict=defect kind=data-race lines=11,20 variable=text
//
// strtol stores a pointer into a local variable where its number ends, and the thread writes there while main does.

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
  text[2] = 'z';
  pthread_join(thread, NULL);
  return 0;
}
