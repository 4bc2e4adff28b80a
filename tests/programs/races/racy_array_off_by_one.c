// expect: verdict=defect kind=data-race lines=13,13 variable=cells
//
// Each thread fills its half of the array, and the first one goes one element too far.

#include <pthread.h>

static int cells[8];

static void* fill(void* half) {
  const long first = (long)half * 4;
  const long end = (long)half == 0 ? 5 : 8;
  for (long i = first; i < end; ++i) {
    cells[i] = 1;
  }
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, fill, (void*)0);
  pthread_create(&second, NULL, fill, (void*)1);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
