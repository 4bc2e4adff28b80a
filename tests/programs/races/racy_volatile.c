// expect: verdict=defect kind=data-race lines=10,16 variable=stop
//
// volatile orders nothing between threads.

#include <pthread.h>

static volatile int stop;

static void* ask_to_stop(void* unused) {
  stop = 1;
  return unused;
}

static void* work(void* unused) {
  int rounds = 0;
  while (rounds < 3 && !stop) ++rounds;
  return rounds < 0 ? unused : NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, ask_to_stop, NULL);
  pthread_create(&second, NULL, work, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
