// expect: verdict=safe traces=2 deadlocks=0
//
// The thread that the barrier calls the serial one destroys and frees it as soon as it has passed. The other one may
// still be on its way out, which POSIX allows.

#include <pthread.h>
#include <stdlib.h>

static void* meet(void* argument) {
  pthread_barrier_t* const barrier = argument;
  if (pthread_barrier_wait(barrier) != PTHREAD_BARRIER_SERIAL_THREAD) return NULL;
  pthread_barrier_destroy(barrier);
  free(barrier);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_barrier_t* const barrier = malloc(sizeof *barrier);
  pthread_barrier_init(barrier, NULL, 2);
  pthread_create(&first, NULL, meet, barrier);
  pthread_create(&second, NULL, meet, barrier);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
