// So many traces that nobody will see the end: something else has to end it.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* work(void* argument) {
  for (int i = 0; i < 20; ++i) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

int main(void) {
  pthread_t threads[8];
  for (int i = 0; i < 8; ++i) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 8; ++i) pthread_join(threads[i], 0);
  return 0;
}
