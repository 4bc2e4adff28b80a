// expect: kind=assertion
//
// `if` for `while` around a wait
//
// A consumer that is woken has to wait for the lock again; meanwhile another one, which never waited, takes the item.
// Look again after every wait: `while`, not `if`.

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static int items;

static void* consume(void* none) {
  pthread_mutex_lock(&lock);
  if (items == 0) pthread_cond_wait(&arrived, &lock);
  --items;
  assert(items >= 0);
  pthread_mutex_unlock(&lock);
  return none;
}

static void* produce(void* none) {
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_lock(&lock);
    ++items;
    pthread_cond_broadcast(&arrived);
    pthread_mutex_unlock(&lock);
  }
  return none;
}

int main(void) {
  pthread_t first, second, producer;
  pthread_create(&first, NULL, consume, NULL);
  pthread_create(&second, NULL, consume, NULL);
  pthread_create(&producer, NULL, produce, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  pthread_join(producer, NULL);
  return 0;
}
