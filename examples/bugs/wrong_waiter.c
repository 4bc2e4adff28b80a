// expect: kind=deadlock
//
// Signal to the wrong waiter
//
// Producers and consumers of a buffer with one place wait on the same condition variable. A signal that is meant for a
// consumer wakes a producer, which finds the buffer full and waits again, and the consumer sleeps on. Two condition
// variables, or a broadcast.

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int is_full;

static void* produce(void* none) {
  pthread_mutex_lock(&lock);
  while (is_full) pthread_cond_wait(&changed, &lock);
  is_full = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return none;
}

static void* consume(void* none) {
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_lock(&lock);
    while (!is_full) pthread_cond_wait(&changed, &lock);
    is_full = 0;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
  }
  return none;
}

int main(void) {
  pthread_t producer[4], consumer[2];
  for (int i = 0; i < 4; ++i) pthread_create(&producer[i], NULL, produce, NULL);
  for (int i = 0; i < 2; ++i) pthread_create(&consumer[i], NULL, consume, NULL);
  for (int i = 0; i < 4; ++i) pthread_join(producer[i], NULL);
  for (int i = 0; i < 2; ++i) pthread_join(consumer[i], NULL);
  return 0;
}
