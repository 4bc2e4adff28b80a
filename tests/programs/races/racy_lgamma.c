// expect: verdict=defect kind=data-race lines=12,12 variable=signgam
//
// Two threads call lgamma, and each sets signgam.

#define _GNU_SOURCE
#include <math.h>
#include <pthread.h>

static double results[2];

static void compute(int number) {
  results[number] = lgamma(2.5);
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
