// expect: verdict=defect kind=data-race lines=15,17 variable=parts
//
// Two rounds, and only one barrier in each: who is fast writes its element of the second round while the other still
// reads that of the first.

#include <pthread.h>

static pthread_barrier_t barrier;
static int parts[2];

static void* work(void* argument) {
  const int i = (int)(long)argument;
  int sum = 0;
  for (int round = 0; round < 2; ++round) {
    parts[i] = round;
    pthread_barrier_wait(&barrier);
    sum += parts[1 - i];
  }
  return sum < 0 ? argument : NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_barrier_init(&barrier, NULL, 2);
  for (long i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, work, (void*)i);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
