// expect: verdict=defect kind=assertion line=21 traces=2 deadlocks=0
//
// As atomic_local.c, but the thread may store last.

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
  atomic_store(&number, 3);
  pthread_join(thread, NULL);
  assert(atomic_load(&number) == 3);
  return 0;
}
