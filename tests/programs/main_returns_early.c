// expect: verdict=safe traces=2 deadlocks=0
//
// Main and a thread lock in either order, and main returns without unlocking. If it came first, the thread never gets
// the lock; but that is no deadlock, for the end of main ends the process, and the waiting with it.

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* wait_for_main(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, wait_for_main, NULL);
  pthread_mutex_lock(&lock);
  return 0;
}
