// expect: verdict=defect kind=assertion line=23 traces=2 deadlocks=1
//
// Two critical sections in either order; only after `set` does `check` see 1. It then fails with the lock held, and
// main waits for it for ever.

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value = 0;

static void* set(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  value = 1;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void* check(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  assert(value == 0);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, set, NULL);
  pthread_create(&b, NULL, check, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
