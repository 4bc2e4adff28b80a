// expect: verdict=defect kind=data-race lines=12,12
//
// Two threads print with one va_list, which each of them advances.

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static va_list* shared;

static void* print(void* line) {
  vsnprintf(line, 32, "%d", *shared);
  return NULL;
}

static void start(int count, ...) {
  static char lines[2][32];
  va_list arguments;
  pthread_t first, second;
  va_start(arguments, count);
  shared = &arguments;
  pthread_create(&first, NULL, print, lines[0]);
  pthread_create(&second, NULL, print, lines[1]);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  va_end(arguments);
}

int main(void) {
  start(2, 7, 8);
  return 0;
}
