// expect: verdict=defect kind=data-race,use-after-free lines=9,14
//
// A thread frees the block with a mutex that another one locks, with no order between the two.

#include <pthread.h>
#include <stdlib.h>

static void* use(void* mutex) {
  pthread_mutex_lock(mutex), pthread_mutex_unlock(mutex);
  return NULL;
}

static void* release(void* mutex) {
  free(mutex);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_mutex_t* const mutex = calloc(1, sizeof *mutex);
  pthread_create(&first, NULL, use, mutex);
  pthread_create(&second, NULL, release, mutex);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
