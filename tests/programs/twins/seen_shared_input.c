// expect: verdict=safe traces=6
// stdin: 123
// The thread that reads first gets the first character of the one standard input: three reads in six orders.
#include <pthread.h>
#include <stdio.h>

static int got[3];
static void* next(void* number) {
  got[(long)number] = getchar();
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; ++i) pthread_create(&threads[i], 0, next, (void*)i);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}
