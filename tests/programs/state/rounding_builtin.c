// expect: verdict=safe traces=2 deadlocks=0
//
// The same as rounding.c with builtins of the compiler.

#include <assert.h>
#include <float.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* set(void* unused) {
  __builtin_set_flt_rounds(2);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  assert(__builtin_flt_rounds() == 2);
  return unused;
}

static void* look(void* unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  assert(__builtin_flt_rounds() == 1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, set, 0);
  pthread_create(&b, 0, look, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
