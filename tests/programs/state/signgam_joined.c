// expect: verdict=safe traces=1 deadlocks=0
//
// The twin of signgam_race.c: read after the join, by a thread that calls lgamma then. lgamma_r leaves the variable alone.

#include <assert.h>
#include <math.h>
#include <pthread.h>

static double result[2];

static void* compute(void* unused) {
  int sign = 0;
  result[1] = lgamma_r(2.5, &sign);
  assert(sign == 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, compute, 0);
  result[0] = lgamma(-0.5);
  pthread_join(thread, 0);
  assert(signgam == -1 && result[0] != result[1]);
  return 0;
}
