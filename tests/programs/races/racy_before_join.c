// expect: verdict=defect kind=data-race lines=10,17 variable=value
//
// Main reads the result before it joins the thread that computes it.

#include <pthread.h>

static int value;

static void* compute(void* unused) {
  value = 42;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, compute, NULL);
  const int early = value;
  pthread_join(thread, NULL);
  return early < 0;
}
