// expect: verdict=defect kind=data-race lines=11,22 variable=text
//
// The end of a number is in a local variable first; the thread gets it, and with it that of the text.

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
  char* end;
  strtod(text, &end);
  rest = end;
  pthread_create(&thread, NULL, change, NULL);
  text[2] = 'z';
  pthread_join(thread, NULL);
  return 0;
}
