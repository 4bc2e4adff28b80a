// expect: verdict=safe traces=1 deadlocks=0
//
// A program with one thread has one trace, locks or not.

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return 0;
}
