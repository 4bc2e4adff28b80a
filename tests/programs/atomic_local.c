// expect: verdict=safe traces=1 deadlocks=0
//
// A local atomic without a first value, which a store gives it. main stores when the thread has ended.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static void* change(void* number) {
  atomic_store((atomic_int*)number, 2);
  return NULL;
}

int main(void) {
  pthread_t thread;
  atomic_int number;
  atomic_store(&number, 1);
  pthread_create(&thread, NULL, change, &number);
  pthread_join(thread, NULL);
  atomic_store(&number, 3);
  assert(atomic_load(&number) == 3);
  return 0;
}
