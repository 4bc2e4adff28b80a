// expect: verdict=defect kind=deadlock line=21 traces=1 deadlocks=1
//
// Main holds the lock and waits for the thread that tries.

#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* tries(void* arg) {
  while (pthread_mutex_trylock(&lock) != 0) {
  }
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_mutex_lock(&lock);
  pthread_create(&a, NULL, tries, NULL);
  pthread_join(a, NULL);
  pthread_mutex_unlock(&lock);
}
