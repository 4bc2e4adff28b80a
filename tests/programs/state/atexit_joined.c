// expect: verdict=safe traces=1 deadlocks=0
//
// Functions for exit run in the reverse order of their registration, and a join tells it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int last;
static void first(void) { last = 1; }
static void second(void) {
  assert(last == 0);
  last = 2;
}
static void* add_first(void* unused) {
  atexit(first);
  return unused;
}
static void* add_second(void* unused) {
  atexit(second);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add_first, 0);
  pthread_join(a, 0);
  pthread_create(&b, 0, add_second, 0);
  pthread_join(b, 0);
}
