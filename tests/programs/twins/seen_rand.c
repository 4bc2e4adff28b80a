// expect: verdict=safe traces=1
// Each thread has a seed of its own.
#include <pthread.h>
#include <stdlib.h>

static int drawn[2];
static void* draw(void* number) {
  unsigned seed = (unsigned)(long)number;
  drawn[(long)number] = rand_r(&seed) % 6;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, draw, (void*)0);
  pthread_create(&b, 0, draw, (void*)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
