// expect: verdict=safe traces=1 deadlocks=0
//
// Without a seed the numbers are any: the order of the draws is not explored.

#include <pthread.h>
#include <stdlib.h>

static int drawn[2];

static void* draw(void* number) {
  for (int i = 0; i < 5; ++i) drawn[(long)number] += rand() % 6;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, draw, (void*)0);
  pthread_create(&b, 0, draw, (void*)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
