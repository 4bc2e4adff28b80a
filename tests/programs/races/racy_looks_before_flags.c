// expect: verdict=defect kind=data-race lines=15,15 variable=data
//
// Each thread looks first and raises its flag then: both may find themselves alone.

#include <pthread.h>
#include <stdatomic.h>

static atomic_int flags[2];
static int data;

static void* try_it(void* argument) {
  const int i = (int)(long)argument;
  if (atomic_load(&flags[1 - i]) == 0) {
    atomic_store(&flags[i], 1);
    ++data;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, try_it, (void*)i);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
