// expect: verdict=defect kind=data-race lines=21,27 variable=value
//
// Double-checked locking whose first look is relaxed. A thread that finds the pointer there does not take the lock, and
// has acquired nothing.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;
static _Atomic(int*) instance;

static void* use(void* unused) {
  int* seen = atomic_load_explicit(&instance, memory_order_relaxed);
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
