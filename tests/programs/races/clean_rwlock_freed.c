// expect: verdict=safe traces=2 deadlocks=0
//
// The same after the join: the block is freed when nobody uses the lock any more.

#include <pthread.h>
#include <stdlib.h>

static void* read_it(void* lock) {
  pthread_rwlock_rdlock(lock), pthread_rwlock_unlock(lock);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_rwlock_t* const lock = malloc(sizeof *lock);
  pthread_rwlock_init(lock, NULL);
  pthread_create(&thread, NULL, read_it, lock);
  pthread_rwlock_wrlock(lock);
  pthread_rwlock_unlock(lock);
  pthread_join(thread, NULL);
  free(lock);
  return 0;
}
