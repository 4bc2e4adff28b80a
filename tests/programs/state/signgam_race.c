// expect: verdict=defect kind=data-race traces=1 deadlocks=1
//
// lgamma sets one variable of the process, which the other thread reads.

#include <math.h>
#include <pthread.h>

static double result;

static void* compute(void* unused) {
  result = lgamma(-0.5);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, compute, 0);
  const int sign = signgam;
  pthread_join(thread, 0);
  return sign > 1;
}
