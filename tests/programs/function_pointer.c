// expect: verdict=safe traces=2 deadlocks=0
//
// Two critical sections in either order. The operations are called through pointers, some of which are in a table that
// is filled before the program runs.

#include <assert.h>
#include <pthread.h>

typedef int operation(pthread_mutex_t*);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static operation* const table[] = {pthread_mutex_lock, pthread_mutex_unlock};
static int inside = 0;

static void* work(void* take) {
  assert(((operation*)take)(&lock) == 0);
  assert(inside == 0);
  inside = 1;
  inside = 0;
  assert(table[1](&lock) == 0);
  return NULL;
}

int main(void) {
  int (*make)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*) = pthread_create;
  pthread_t a, b;
  make(&a, NULL, work, (void*)table[0]);
  make(&b, NULL, work, (void*)pthread_mutex_lock);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
