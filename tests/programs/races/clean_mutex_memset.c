// expect: verdict=safe traces=1 deadlocks=0
//
// A mutex is overwritten before the thread that locks it is created, and again after it was joined.

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void* use(void* mutex) {
  pthread_mutex_lock(mutex), pthread_mutex_unlock(mutex);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_t* const mutex = malloc(sizeof *mutex);
  memset(mutex, 0xff, sizeof *mutex);
  pthread_mutex_init(mutex, NULL);
  pthread_create(&thread, NULL, use, mutex);
  pthread_join(thread, NULL);
  memset(mutex, 0, sizeof *mutex);
  free(mutex);
  return 0;
}
