// expect: verdict=safe traces=1 deadlocks=0
//
// Variables on the stack of main are used by threads until they are joined, and by main before and after.

#include <assert.h>
#include <pthread.h>

static void* double_it(void* place) {
  *(int*)place *= 2;
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  int numbers[2] = {1, 2};
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, double_it, &numbers[i]);
    for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  }
  assert(numbers[0] == 4 && numbers[1] == 8);
  return 0;
}
