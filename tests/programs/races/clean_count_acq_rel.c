// expect: verdict=safe traces=2 deadlocks=0
//
// The last decrement acquires what the others have released, so that their reads happen before the free. Two traces,
// one for each order of the decrements.

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
  atomic_int count;
  int data;
};

static struct shared* block;

static void* use(void* unused) {
  if (block->data != 0) return unused;
  if (atomic_fetch_sub_explicit(&block->count, 1, memory_order_acq_rel) == 1) {
    free(block);
  }
  return unused;
}

int main(void) {
  pthread_t first, second;
  block = calloc(1, sizeof *block);
  atomic_init(&block->count, 2);
  pthread_create(&first, NULL, use, NULL);
  pthread_create(&second, NULL, use, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
