// expect: kind=deadlock
//
// Lost wake-up
//
// The consumer looks whether there is something and waits for it in two critical sections. What comes between them is
// signalled to nobody, and the consumer waits for ever. Look and wait under one lock.

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static int items;

static int is_empty(void) {
  pthread_mutex_lock(&lock);
  const int result = items == 0;
  pthread_mutex_unlock(&lock);
  return result;
}

static void* consume(void* none) {
  if (is_empty()) {
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&arrived, &lock);
    pthread_mutex_unlock(&lock);
  }
  return none;
}

static void* produce(void* none) {
  pthread_mutex_lock(&lock);
  ++items;
  pthread_cond_signal(&arrived);
  pthread_mutex_unlock(&lock);
  return none;
}

int main(void) {
  pthread_t consumer, producer;
  pthread_create(&consumer, NULL, consume, NULL);
  pthread_create(&producer, NULL, produce, NULL);
  pthread_join(consumer, NULL);
  pthread_join(producer, NULL);
  return 0;
}
