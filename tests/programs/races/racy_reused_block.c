// expect: verdict=defect kind=data-race,use-after-free lines=10,17
// args: --heap=reuse
//
// A thread reads a block that main frees and gets again: the read is before the free, between the two, or after both.

#include <pthread.h>
#include <stdlib.h>

static void* look(void* block) {
  return *(int*)block < 0 ? block : NULL;
}

int main(void) {
  pthread_t thread;
  int* const block = calloc(1, sizeof *block);
  pthread_create(&thread, NULL, look, block);
  free(block), calloc(1, sizeof *block);
  pthread_join(thread, NULL);
  return 0;
}
