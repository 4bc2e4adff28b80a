// expect: verdict=defect kind=data-race lines=18,26 variable=idle
//
// The consumer notes outside of the lock that it found the queue empty. The producer, which reads the note under the
// lock, comes later then, and is not ordered after it.

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
static int idle;

static void* consume(void* unused) {
  pthread_mutex_lock(&lock);
  const int found = count;
  if (found > 0) --count;
  pthread_mutex_unlock(&lock);
  if (found == 0) {
    idle = 1;
  }
  return unused;
}

static void* produce(void* unused) {
  pthread_mutex_lock(&lock);
  ++count;
  const int is_idle = idle;
  pthread_mutex_unlock(&lock);
  return is_idle ? unused : NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, consume, NULL);
  pthread_create(&second, NULL, produce, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
