// expect: verdict=defect kind=data-race traces=1 deadlocks=1
//
// The manual: drand48 is MT-Unsafe race:drand48.

#include <pthread.h>
#include <stdlib.h>

static double drawn[2];

static void* draw(void* number) {
  drawn[(long)number] = drand48();
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
