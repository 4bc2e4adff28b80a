// expect: verdict=safe traces=2 deadlocks=0
//
// Two critical sections in either order. What happens inside of one to a recursive mutex that the thread holds already,
// locking, trying and unlocking, is its own affair and makes no difference.

#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int depth = 0;

static void* nest(void* unused) {
  (void)unused;
  assert(pthread_mutex_lock(&lock) == 0);
  assert(depth == 0);
  ++depth;
  assert(pthread_mutex_lock(&lock) == 0);
  assert(pthread_mutex_trylock(&lock) == 0);
  assert(pthread_mutex_unlock(&lock) == 0);
  assert(pthread_mutex_unlock(&lock) == 0);
  --depth;
  assert(pthread_mutex_unlock(&lock) == 0);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  assert(pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE) == 0);
  pthread_mutex_init(&lock, &attributes);
  pthread_mutexattr_destroy(&attributes);
  pthread_create(&a, NULL, nest, NULL);
  pthread_create(&b, NULL, nest, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(pthread_mutex_destroy(&lock) == 0);
  return 0;
}
