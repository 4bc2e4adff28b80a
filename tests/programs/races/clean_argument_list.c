// expect: verdict=safe traces=1 deadlocks=0
//
// As racy_argument_list.c, but each thread has a copy of the list.

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

struct print {
  va_list arguments;
  char line[32];
};

static void* print(void* given) {
  struct print* const mine = given;
  vsnprintf(mine->line, sizeof mine->line, "%d", mine->arguments);
  return NULL;
}

static void start(int count, ...) {
  static struct print prints[2];
  va_list arguments;
  pthread_t first, second;
  va_start(arguments, count);
  va_copy(prints[0].arguments, arguments);
  va_copy(prints[1].arguments, arguments);
  pthread_create(&first, NULL, print, &prints[0]);
  pthread_create(&second, NULL, print, &prints[1]);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  va_end(prints[0].arguments);
  va_end(prints[1].arguments);
  va_end(arguments);
}

int main(void) {
  start(2, 7, 8);
  return 0;
}
