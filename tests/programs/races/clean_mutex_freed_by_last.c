// expect: verdict=safe traces=2 deadlocks=0
//
// Whoever comes last frees the block: it has locked the mutex after the other unlocked it, which is all that POSIX asks for.

#include <pthread.h>
#include <stdlib.h>

struct Shared {
  pthread_mutex_t mutex;
  int users;
};

static void* leave(void* argument) {
  struct Shared* const shared = argument;
  pthread_mutex_lock(&shared->mutex);
  const int left = --shared->users;
  pthread_mutex_unlock(&shared->mutex);
  if (left > 0) return NULL;
  pthread_mutex_destroy(&shared->mutex);
  free(shared);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  struct Shared* const shared = malloc(sizeof *shared);
  pthread_mutex_init(&shared->mutex, NULL);
  shared->users = 2;
  pthread_create(&first, NULL, leave, shared);
  pthread_create(&second, NULL, leave, shared);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
