// expect: verdict=safe traces=1 deadlocks=0
//
// As racy_lgamma.c, but each has its own sign.

#define _GNU_SOURCE
#include <math.h>
#include <pthread.h>

static double results[2];

static void compute(int number) {
  int sign;
  results[number] = lgamma_r(2.5, &sign);
}

static void* compute_other(void* unused) {
  compute(1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, compute_other, NULL);
  compute(0);
  pthread_join(thread, NULL);
  return results[0] != results[1];
}
