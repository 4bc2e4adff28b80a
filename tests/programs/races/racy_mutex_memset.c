// expect: verdict=defect kind=data-race lines=12,20 variable=mutex
//
// A thread overwrites a mutex that another one locks. The lock of `other` orders nothing that matters.

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

static void* use(void* mutex) {
  pthread_mutex_lock(mutex), pthread_mutex_unlock(mutex);
  return NULL;
}

static void* overwrite(void* mutex) {
  pthread_mutex_lock(&other);
  pthread_mutex_unlock(&other);
  // What is written does not matter.
  memset(mutex, 0, sizeof(pthread_mutex_t));
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_mutex_t* const mutex = malloc(sizeof *mutex);
  pthread_mutex_init(mutex, NULL);
  pthread_create(&first, NULL, use, mutex);
  pthread_create(&second, NULL, overwrite, mutex);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
