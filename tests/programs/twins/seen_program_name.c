// expect: verdict=safe traces=1
// The name of the program is in its memory.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

static char first[2];
static void* look(void* number) {
  first[(long)number] = number == 0 ? *program_invocation_name : *program_invocation_short_name;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; ++i) pthread_create(&threads[i], 0, look, (void*)i);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
