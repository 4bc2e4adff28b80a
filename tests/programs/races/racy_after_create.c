// expect: verdict=defect kind=data-race lines=13,20 variable=arguments
//
// One structure for the arguments of all threads: main writes those of the second when the first may not have read its
// own yet.

#include <pthread.h>

static struct {
  int from, to;
} arguments;

static void* work(void* unused) {
  const int first = arguments.from;
  return first < 0 ? NULL : unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) {
    arguments.from = i;
    pthread_create(&threads[i], NULL, work, NULL);
  }
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
