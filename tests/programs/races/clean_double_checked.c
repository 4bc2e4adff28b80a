// expect: verdict=safe traces=4 deadlocks=0
//
// Double-checked locking with an atomic pointer; what it points to is plain. The first thread to have the lock stores
// the pointer, say a. The first look of the other, b, comes after that: one trace. Or before it: then b has the
// lock after a, and looks again: one more. Twice that for the choice of a.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;
static _Atomic(int*) instance;

static void* use(void* unused) {
  int* seen = atomic_load(&instance);
  if (seen == NULL) {
    pthread_mutex_lock(&lock);
    seen = atomic_load(&instance);
    if (seen == NULL) {
      value = 7;
      seen = &value;
      atomic_store(&instance, seen);
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
