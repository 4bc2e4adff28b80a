// expect: verdict=safe traces=2
// All threads draw from one sequence: the draws are operations.
#include <pthread.h>
#include <stdlib.h>

static int drawn[2];
static void* draw(void* number) {
  drawn[(long)number] = rand() % 6;
  return 0;
}

int main(void) {
  pthread_t a, b;
  srand(42);
  pthread_create(&a, 0, draw, (void*)0);
  pthread_create(&b, 0, draw, (void*)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
