// expect: verdict=defect kind=data-race traces=4 deadlocks=4
//
// The twin of last_one_out.c in which drops release nothing: freeing races with the reads of the others.

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int references = 4;
static int* object;

static void* drop(void* unused) {
  const int value = *object;
  (void)value;
  if (atomic_fetch_sub_explicit(&references, 1, memory_order_acquire) == 1) {
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
