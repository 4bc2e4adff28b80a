// expect: verdict=defect kind=data-race line=25 traces=2 deadlocks=0
//
// The fence is in the loop, after each value that lets it go on, but none follows the value that ends it: nothing orders
// the data with its publication.

#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int data;

static void* publish(void* unused) {
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t writer;
  pthread_create(&writer, NULL, publish, NULL);
  while (atomic_load_explicit(&flag, memory_order_relaxed) == 0) {
    atomic_thread_fence(memory_order_acquire);
  }
  // Too late is too early: the fence orders loads before it.
  data = 2;
  pthread_join(writer, NULL);
  return 0;
}
