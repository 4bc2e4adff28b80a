// expect: verdict=defect kind=lock-misuse line=22 traces=1 deadlocks=0
//
// A mutex that a thread has used is initialised a second time, and nobody has destroyed it.

#include <pthread.h>

static pthread_mutex_t mutex;

static void* use(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_init(&mutex, NULL);
  pthread_create(&thread, NULL, use, NULL);
  pthread_join(thread, NULL);

  // Static initialisers and other plain writes would make a new mutex of it.
  pthread_mutex_init(&mutex, NULL);
  return 0;
}
