// expect: verdict=defect kind=data-race,use-after-free lines=9,13
//
// A thread frees what another one reads. If the read comes later, it is a use after free as well.

#include <pthread.h>
#include <stdlib.h>

static void* release(void* block) {
  free(block);
  return NULL;
}

static void* read_it(void* block) { return *(int*)block < 0 ? block : NULL; }

int main(void) {
  pthread_t first, second;
  int* const block = calloc(1, sizeof *block);
  pthread_create(&first, NULL, release, block);
  pthread_create(&second, NULL, read_it, block);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
