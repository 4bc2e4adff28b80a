// expect: verdict=safe traces=4 deadlocks=0
//
// Both threads succeed, in two orders; or the one fails while the other holds the mutex, or the other way round.

#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* try_it(void* was_busy) {
  const int result = pthread_mutex_trylock(&lock);
  assert(result == 0 || result == EBUSY);
  if (result == 0) pthread_mutex_unlock(&lock);
  *(int*)was_busy = result == EBUSY;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  int first = 0, second = 0;
  pthread_create(&a, NULL, try_it, &first);
  pthread_create(&b, NULL, try_it, &second);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(first + second < 2);
  return 0;
}
