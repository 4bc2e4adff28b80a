// expect: verdict=defect kind=assertion line=19 traces=2 deadlocks=0
//
// Which of two functions was registered last, and therefore runs first, is up to the order of the threads.

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int last;
static void one(void) { last = 1; }
static void two(void) { last = 2; }

static void* registers(void* unused) {
  atexit(one);
  return unused;
}

static void check(void) {
  assert(last == 1);
}

int main(void) {
  pthread_t thread;
  atexit(check);
  pthread_create(&thread, NULL, registers, NULL);
  atexit(two);
  pthread_join(thread, NULL);
}
