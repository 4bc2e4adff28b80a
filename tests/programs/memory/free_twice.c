// expect: verdict=defect kind=double-free line=16 traces=1
// expect: says="free of a block of 40 bytes that was freed before, allocated by main in line 20, freed by drop.0 in line 10"
//
// Both the thread and main think that the block is theirs.

#include <pthread.h>
#include <stdlib.h>

static void* drop(void* block) {
  free(block);
  return NULL;
}

static void finish(pthread_t thread, void* block) {
  pthread_join(thread, NULL);
  free(block);
}

int main(void) {
  void* const block = malloc(40);
  pthread_t thread;
  pthread_create(&thread, NULL, drop, block);
  finish(thread, block);
  return 0;
}
