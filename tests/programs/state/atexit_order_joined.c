// expect: verdict=safe traces=1 deadlocks=0
//
// As atexit_order.c, but main registers its function when the thread has ended.

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
  pthread_join(thread, NULL);
  atexit(two);
}
