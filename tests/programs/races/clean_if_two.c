// expect: verdict=safe traces=3 deadlocks=0
//
// The other thread sees 0, 1 or 2, and touches the data only if it is 2.

#include <pthread.h>
#include <stdatomic.h>

static atomic_int stage;
static int data;

static void* advance(void* unused) {
  atomic_store(&stage, 1);
  data = 1;
  atomic_store(&stage, 2);
  return unused;
}

static void* look(void* unused) {
  if (atomic_load(&stage) == 2) data = 2;
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
