// expect: verdict=defect kind=data-race lines=14,20 variable=data
//
// A race in one of three traces: the other thread must see 2, not 0 or 1.

#include <pthread.h>
#include <stdatomic.h>

static atomic_int stage;
static int data;

static void* advance(void* unused) {
  atomic_store(&stage, 1);
  atomic_store(&stage, 2);
  data = 1;
  return unused;
}

static void* look(void* unused) {
  if (atomic_load(&stage) == 2) {
    data = 2;
  }
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, advance, NULL);
  pthread_create(&second, NULL, look, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
