// expect: verdict=safe traces=1 deadlocks=0
//
// One sequence for all threads, whose draws create and join order.

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static long drawn;

static void* draw(void* unused) {
  drawn = lrand48();
  return unused;
}

int main(void) {
  pthread_t thread;
  srand48(7);
  const long first = lrand48(), second = lrand48();
  srand48(7);
  assert(lrand48() == first);
  pthread_create(&thread, 0, draw, 0);
  pthread_join(thread, 0);
  assert(drawn == second);
  return 0;
}
