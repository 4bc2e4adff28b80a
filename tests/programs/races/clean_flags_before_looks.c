// expect: verdict=safe traces=3 deadlocks=0
//
// Each thread raises its flag, then looks at that of the other, and touches the data only if it is alone. At least one
// of the looks comes after both flags, so they are never both alone: 2 * 2 orders of flags and looks, but for one.

#include <pthread.h>
#include <stdatomic.h>

static atomic_int flags[2];
static int data;

static void* try_it(void* argument) {
  const int i = (int)(long)argument;
  atomic_store(&flags[i], 1);
  if (atomic_load(&flags[1 - i]) == 0) ++data;
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, try_it, (void*)i);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
