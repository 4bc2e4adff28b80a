// expect: verdict=safe traces=2 deadlocks=0
//
// The signal is given while the mutex is held: it is ordered before the waiter, who sees `done` and frees the block. A
// thread that is woken does not access the condition variable any more.

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
  pthread_cond_signal(&shared->changed);
  pthread_mutex_unlock(&shared->mutex);
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
  pthread_cond_destroy(&shared->changed);
  pthread_mutex_destroy(&shared->mutex);
  free(shared);
  pthread_join(thread, NULL);
  return 0;
}
