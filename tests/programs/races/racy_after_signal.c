// expect: verdict=defect kind=data-race lines=18,26 variable=data
//
// The producer still writes the data when it has told the consumer that they are there.

#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool ready;
static int data;

static void* produce(void* unused) {
  pthread_mutex_lock(&lock);
  ready = true;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  data = 42;
  return unused;
}

static void* consume(void* got) {
  pthread_mutex_lock(&lock);
  while (!ready) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return data == 0 ? NULL : got;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, produce, NULL);
  pthread_create(&second, NULL, consume, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
