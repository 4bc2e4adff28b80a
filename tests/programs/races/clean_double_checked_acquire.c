// expect: verdict=safe traces=4 deadlocks=0
//
// Double-checked locking with an acquire load for the first look and a release store; the second look may be relaxed,
// for it is under the lock. Traces as in clean_double_checked.c.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;
static _Atomic(int*) instance;

static void* use(void* unused) {
  int* seen = atomic_load_explicit(&instance, memory_order_acquire);
  if (seen == NULL) {
    pthread_mutex_lock(&lock);
    seen = atomic_load_explicit(&instance, memory_order_relaxed);
    if (seen == NULL) {
      value = 7;
      seen = &value;
      atomic_store_explicit(&instance, seen, memory_order_release);
    }
    pthread_mutex_unlock(&lock);
  }
  assert(*seen == 7);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, use, NULL);
  pthread_create(&second, NULL, use, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
