// expect: verdict=safe traces=1 deadlocks=0
//
// Eight threads, each with its own byte of one word.

#include <pthread.h>

static char bytes[8];

static void* set(void* place) {
  *(char*)place = 1;
  return NULL;
}

int main(void) {
  pthread_t threads[8];
  for (int i = 0; i < 8; ++i) pthread_create(&threads[i], NULL, set, &bytes[i]);
  int sum = 0;
  for (int i = 0; i < 8; ++i) {
    pthread_join(threads[i], NULL);
    sum += bytes[i];
  }
  return sum != 8;
}
