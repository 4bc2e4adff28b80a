// expect: verdict=defect kind=data-race,use-after-free lines=18,33
//
// Main gives up waiting after some time and frees what the other thread has still to lock and to signal.

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct Shared {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  int done;
};

static void* finish(void* argument) {
  struct Shared* const shared = argument;
  // All in one line.
  pthread_mutex_lock(&shared->mutex), shared->done = 1, pthread_cond_signal(&shared->changed), pthread_mutex_unlock(&shared->mutex);
  return NULL;
}

int main(void) {
  pthread_t thread;
  struct Shared* const shared = calloc(1, sizeof *shared);
  pthread_mutex_init(&shared->mutex, NULL);
  pthread_cond_init(&shared->changed, NULL);
  pthread_create(&thread, NULL, finish, shared);
  struct timespec end = {.tv_sec = 2000000000};
  pthread_mutex_lock(&shared->mutex);
  while (!shared->done && pthread_cond_timedwait(&shared->changed, &shared->mutex, &end) == 0) {
  }
  pthread_mutex_unlock(&shared->mutex);
  free(shared);
  pthread_join(thread, NULL);
  return 0;
}
