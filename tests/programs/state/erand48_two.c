// expect: verdict=defect kind=data-race traces=1 deadlocks=1
//
// The numbers are the caller's, but the factors of the generator are with the state of drand48 (`MT-Unsafe race:drand48`).
#include <pthread.h>
#include <stdlib.h>

static double drawn[2];
static void* draw(void* number) {
  unsigned short state[3] = {1, 2, (unsigned short)(long)number};
  drawn[(long)number] = erand48(state);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; ++i) pthread_create(&threads[i], 0, draw, (void*)i);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
