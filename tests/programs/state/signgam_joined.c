// expect: verdict=safe traces=1 deadlocks=0
//
// The twin of signgam_race.c: read after the join; two calls of lgamma at a time are no race of the program.

#include <assert.h>
#include <math.h>
#include <pthread.h>

static double result[2];

static void* compute(void* number) {
  result[(long)number] = lgamma(-0.5);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, compute, (void*)1);
  compute(0);
  pthread_join(thread, 0);
  assert(signgam == -1 && result[0] == result[1]);
  return 0;
}
