// expect: verdict=safe traces=2 deadlocks=0
//
// A mutex of each type, none of which is initialised by a call. The threads use them all under the first, in either
// order.

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t adaptive = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t errorcheck = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

static void* use_all(void* unused) {
  (void)unused;
  assert(pthread_mutex_lock(&normal) == 0);
  assert(pthread_mutex_lock(&adaptive) == 0);
  assert(pthread_mutex_unlock(&adaptive) == 0);
  assert(pthread_mutex_lock(&recursive) == 0);
  assert(pthread_mutex_lock(&recursive) == 0);
  assert(pthread_mutex_unlock(&recursive) == 0);
  assert(pthread_mutex_unlock(&recursive) == 0);
  assert(pthread_mutex_lock(&errorcheck) == 0);
  assert(pthread_mutex_lock(&errorcheck) == EDEADLK);
  assert(pthread_mutex_unlock(&errorcheck) == 0);
  assert(pthread_mutex_unlock(&normal) == 0);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, use_all, NULL);
  pthread_create(&b, NULL, use_all, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
