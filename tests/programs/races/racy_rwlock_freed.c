// expect: verdict=defect kind=data-race,use-after-free lines=9,20
//
// Main frees the block with a read-write lock that a thread takes for reading. What `free` leaves in the block looks like a free lock.

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
  free(lock);
  pthread_join(thread, NULL);
  return 0;
}
