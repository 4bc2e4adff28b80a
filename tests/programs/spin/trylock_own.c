// expect: verdict=defect kind=livelock line=12 traces=1 deadlocks=1
//
// A thread tries a lock that it holds itself.

#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* tries(void* arg) {
  pthread_mutex_lock(&lock);
  while (pthread_mutex_trylock(&lock) != 0) {
  }
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, tries, NULL);
  pthread_join(a, NULL);
}
