// expect: verdict=safe traces=1 deadlocks=0
//
// srand in main decides what the thread gets from rand.

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int drawn;

static void* draw(void* unused) {
  drawn = rand();
  return unused;
}

int main(void) {
  pthread_t thread;
  srand(42);
  const int first = rand();
  srand(42);
  pthread_create(&thread, 0, draw, 0);
  pthread_join(thread, 0);
  assert(drawn == first);
  return 0;
}
