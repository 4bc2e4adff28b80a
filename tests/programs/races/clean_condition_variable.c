// expect: verdict=safe traces=2 deadlocks=0
//
// The data are written and read outside of the lock; that the consumer has seen `ready` orders them. The consumer has
// the lock first and waits, or the producer has it first.

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool ready;
static int data;

static void* produce(void* unused) {
  data = 42;
  pthread_mutex_lock(&lock);
  ready = true;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* consume(void* unused) {
  pthread_mutex_lock(&lock);
  while (!ready) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  assert(data == 42);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, produce, NULL);
  pthread_create(&second, NULL, consume, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
