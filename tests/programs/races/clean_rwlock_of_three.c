// expect: verdict=safe traces=1 deadlocks=0
//
// Three readers, whose operations commute. Main has joined all of them when it frees the lock.

#include <pthread.h>
#include <stdlib.h>

static void* read_it(void* lock) {
  pthread_rwlock_rdlock(lock), pthread_rwlock_unlock(lock);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  pthread_rwlock_t* const lock = calloc(1, sizeof *lock);
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, read_it, lock);
  pthread_join(threads[0], NULL);
  pthread_join(threads[2], NULL);
  pthread_join(threads[1], NULL);
  free(lock);
  return 0;
}
