// expect: verdict=safe traces=2 deadlocks=0
//
// The item is written outside of the lock, and read outside of it by who has found the queue filled.

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
static int item;

static void* consume(void* unused) {
  pthread_mutex_lock(&lock);
  const int found = count;
  if (found > 0) --count;
  pthread_mutex_unlock(&lock);
  if (found > 0) assert(item == 42);
  return unused;
}

static void* produce(void* unused) {
  item = 42;
  pthread_mutex_lock(&lock);
  ++count;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, consume, NULL);
  pthread_create(&second, NULL, produce, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
