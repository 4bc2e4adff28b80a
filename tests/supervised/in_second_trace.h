// Two threads that lock one mutex: two traces. `deed` is done in the one that is explored second when
// the oldest thread goes first.

#pragma once

#include <pthread.h>

static void deed(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int first_has_been;

static void* first(void* argument) {
  pthread_mutex_lock(&mutex);
  first_has_been = 1;
  pthread_mutex_unlock(&mutex);
  return argument;
}

static void* second(void* argument) {
  pthread_mutex_lock(&mutex);
  if (!first_has_been) deed();
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, first, 0);
  pthread_create(&threads[1], 0, second, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
