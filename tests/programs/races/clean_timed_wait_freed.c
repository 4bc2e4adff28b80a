// expect: verdict=safe traces=4 deadlocks=0
//
// Main gives up waiting after some time; whoever comes last frees what they share. Main finds `done`, or waits and is woken,
// or its time is over before the other thread has begun or while that has the mutex: four traces.

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct Shared {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  int done;
  int users;
};

/// The mutex is held.
static void leave(struct Shared* shared) {
  const int left = --shared->users;
  pthread_mutex_unlock(&shared->mutex);
  if (left > 0) return;
  pthread_cond_destroy(&shared->changed);
  pthread_mutex_destroy(&shared->mutex);
  free(shared);
}

static void* finish(void* argument) {
  struct Shared* const shared = argument;
  pthread_mutex_lock(&shared->mutex);
  shared->done = 1;
  pthread_cond_signal(&shared->changed);
  leave(shared);
  return NULL;
}

int main(void) {
  pthread_t thread;
  struct Shared* const shared = calloc(1, sizeof *shared);
  pthread_mutex_init(&shared->mutex, NULL);
  pthread_cond_init(&shared->changed, NULL);
  shared->users = 2;
  pthread_create(&thread, NULL, finish, shared);
  pthread_detach(thread);
  struct timespec end = {.tv_sec = 2000000000};
  pthread_mutex_lock(&shared->mutex);
  while (!shared->done && pthread_cond_timedwait(&shared->changed, &shared->mutex, &end) == 0) {
  }
  leave(shared);
  return 0;
}
