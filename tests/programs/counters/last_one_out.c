// expect: verdict=safe traces=4 deadlocks=0
//
// Four threads drop a reference each: one trace for each that may be the last. The drops release, and the fence of the
// last one acquires what all have released.

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int references = 4;
static int* object;

static void* drop(void* unused) {
  const int value = *object;
  (void)value;
  if (atomic_fetch_sub_explicit(&references, 1, memory_order_release) == 1) {
    atomic_thread_fence(memory_order_acquire);
    free(object);
  }
  return unused;
}

int main(void) {
  pthread_t threads[4];
  object = malloc(sizeof *object);
  *object = 1;
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], NULL, drop, NULL);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
  return 0;
}
