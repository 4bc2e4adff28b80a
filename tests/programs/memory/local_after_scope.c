// expect: verdict=defect kind=use-after-scope line=8 traces=1 says="writes 4 bytes at offset 0 of the local variable inner (16 bytes), whose block has ended"
//
// The block with the variable has ended when the thread gets to it; main waits in another block.

#include <pthread.h>

static void* set(void* place) {
  *(int*)place = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  {
    int inner[4] = {0};
    pthread_create(&thread, NULL, set, inner);
  }
  {
    int other[4] = {5};
    pthread_join(thread, NULL);
    return other[0] == 0;
  }
}
