// expect: verdict=defect kind=data-race,use-after-free lines=19,33
//
// The waiter sees `done` and frees the block; the signal that follows the unlock comes to a condition variable that is gone.

#include <pthread.h>
#include <stdlib.h>

struct Shared {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  int done;
};

static void* finish(void* argument) {
  struct Shared* const shared = argument;
  pthread_mutex_lock(&shared->mutex);
  shared->done = 1;
  pthread_mutex_unlock(&shared->mutex);
  pthread_cond_signal(&shared->changed);
  return NULL;
}

int main(void) {
  pthread_t thread;
  struct Shared* const shared = malloc(sizeof *shared);
  pthread_mutex_init(&shared->mutex, NULL);
  pthread_cond_init(&shared->changed, NULL);
  shared->done = 0;
  pthread_create(&thread, NULL, finish, shared);
  pthread_mutex_lock(&shared->mutex);
  while (!shared->done) pthread_cond_wait(&shared->changed, &shared->mutex);
  pthread_mutex_unlock(&shared->mutex);
  free(shared);
  pthread_join(thread, NULL);
  return 0;
}
