// expect: verdict=defect kind=data-race,use-after-free lines=10,20
//
// A barrier for two, at which main never arrives: it frees it instead. The thread may find it gone, or waits at it while that
// happens.

#include <pthread.h>
#include <stdlib.h>

static void* meet(void* barrier) {
  pthread_barrier_wait(barrier);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_t* const barrier = malloc(sizeof *barrier);
  pthread_barrier_init(barrier, NULL, 2);
  pthread_create(&thread, NULL, meet, barrier);
  pthread_detach(thread);
  free(barrier);
  return 0;
}
