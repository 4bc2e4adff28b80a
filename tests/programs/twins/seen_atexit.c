// expect: verdict=safe traces=2
// The order in which two threads call atexit is the order of their functions at the end.
#include <pthread.h>
#include <stdlib.h>

static int order[2], count;
static void first(void) { order[count++] = 1; }
static void second(void) { order[count++] = 2; }
static void* add(void* number) {
  atexit(number == 0 ? first : second);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; ++i) pthread_create(&threads[i], 0, add, (void*)i);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
