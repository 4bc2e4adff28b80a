// expect: verdict=safe traces=3 deadlocks=0
//
// From the writer to the reader by way of a third thread and two atomics. The one in the middle sees the first or
// not; if it does, the reader sees the second or not.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int written, passed_on;

static void* write_data(void* unused) {
  data = 1;
  atomic_store_explicit(&written, 1, memory_order_release);
  return unused;
}

static void* pass_on(void* unused) {
  if (atomic_load_explicit(&written, memory_order_acquire)) {
    atomic_store_explicit(&passed_on, 1, memory_order_release);
  }
  return unused;
}

static void* read_data(void* unused) {
  if (atomic_load_explicit(&passed_on, memory_order_acquire)) assert(data == 1);
  return unused;
}

int main(void) {
  pthread_t first, second, third;
  pthread_create(&first, NULL, write_data, NULL);
  pthread_create(&second, NULL, pass_on, NULL);
  pthread_create(&third, NULL, read_data, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  pthread_join(third, NULL);
  return 0;
}
