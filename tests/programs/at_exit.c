// expect: verdict=safe traces=3 deadlocks=0
//
// A detached thread has a critical section; main has one, and one more in a function that runs after main: the thread
// comes before, between or after them. The functions run in the reverse order of their registration.

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stage = 0;

static void touch(void) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
}

static void run_second(void) { assert(stage == 1); }

static void run_first(void) {
  touch();
  assert(stage == 0);
  stage = 1;
}

static void* work(void* unused) {
  touch();
  return unused;
}

int main(void) {
  pthread_t thread;
  atexit(run_second);
  atexit(run_first);
  pthread_create(&thread, NULL, work, NULL);
  pthread_detach(thread);
  touch();
  return 0;
}
