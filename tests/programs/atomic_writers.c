// expect: verdict=safe traces=24 deadlocks=0
//
// 4 stores into one variable, in any of 4! orders.

#include <pthread.h>
#include <stdatomic.h>

enum { N = 4 };
static atomic_int x;

static void* write_x(void* value) {
  atomic_store_explicit(&x, *(int*)value, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  int values[N];
  for (int i = 0; i < N; ++i) {
    values[i] = i;
    pthread_create(&threads[i], NULL, write_x, &values[i]);
  }
  for (int i = 0; i < N; ++i) pthread_join(threads[i], NULL);
  return 0;
}
