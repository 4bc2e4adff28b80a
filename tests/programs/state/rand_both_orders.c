// expect: verdict=safe traces=2 deadlocks=0
//
// Two orders of two calls; each gets one of the two numbers.

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int drawn[2];

static void* draw(void* number) {
  drawn[(long)number] = rand();
  return 0;
}

int main(void) {
  pthread_t a, b;
  srand(42);
  const int first = rand(), second = rand();
  srand(42);
  pthread_create(&a, 0, draw, (void*)0);
  pthread_create(&b, 0, draw, (void*)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert((drawn[0] == first && drawn[1] == second) || (drawn[0] == second && drawn[1] == first));
  return 0;
}
