// expect: verdict=safe traces=2 deadlocks=0
//
// Two critical sections in either order. One thread returns its value, the other gives it to pthread_exit in a function
// that it calls; both come out of the join, whatever the order.

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void touch(void) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
}

static void leave_with(long value) { pthread_exit((void*)value); }

static void* by_return(void* value) {
  touch();
  return (char*)value + 1;
}

static void* by_exit(void* value) {
  touch();
  leave_with((long)value + 1);
  assert(!"reached");
  return NULL;
}

int main(void) {
  pthread_t a, b;
  void *first = NULL, *second = NULL;
  pthread_create(&a, NULL, by_return, (void*)10);
  pthread_create(&b, NULL, by_exit, (void*)20);
  assert(pthread_join(b, &second) == 0);
  assert(pthread_join(a, &first) == 0);
  assert((long)first == 11 && (long)second == 21);
  return 0;
}
