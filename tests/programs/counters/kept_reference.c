// expect: verdict=safe traces=1 deadlocks=0
//
// Main keeps a reference: no drop of the others can be the last, and so all orders are one.

#include <pthread.h>
#include <stdlib.h>

static int references = 1;

static void* use(void* unused) {
  __sync_fetch_and_add(&references, 1);
  if (__sync_sub_and_fetch(&references, 1) == 0) abort();
  return unused;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], NULL, use, NULL);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
  if (__atomic_sub_fetch(&references, 1, __ATOMIC_ACQ_REL) != 0) abort();
  return 0;
}
