// expect: verdict=safe traces=2 deadlocks=0
//
// The twin of fence_before_value.c: each value is followed by a fence, also the one that ends the loop.

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
  int seen;
  do {
    seen = atomic_load_explicit(&flag, memory_order_relaxed);
    atomic_thread_fence(memory_order_acquire);
  } while (seen == 0);
  data = 2;
  pthread_join(writer, NULL);
  return 0;
}
