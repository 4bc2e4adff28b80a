// expect: verdict=safe traces=2 deadlocks=0
//
// Main and a detached thread have a critical section each. Main does not wait for the thread, but both orders are
// explored, also the one in which main is first.

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count = 0;

static void* work(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  ++count;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  assert(pthread_detach(thread) == 0);
  work(NULL);
  return 0;
}
