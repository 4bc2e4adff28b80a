// expect: verdict=defect kind=data-race lines=14,23 variable=data
//
// A compare-exchange that fails has its second order: it reads what the sender has stored, but as a relaxed load.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int stage;

static void* send(void* unused) {
  data = 42;
  atomic_store_explicit(&stage, 1, memory_order_release);
  return unused;
}

static void* receive(void* unused) {
  int expected = 0;
  if (!atomic_compare_exchange_strong_explicit(&stage, &expected, 2, memory_order_acquire,
                                               memory_order_relaxed)) {
    assert(data == 42);
  }
  return unused;
}

int main(void) {
  pthread_t send_thread, receive_thread;
  pthread_create(&send_thread, NULL, send, NULL);
  pthread_create(&receive_thread, NULL, receive, NULL);
  pthread_join(send_thread, NULL);
  pthread_join(receive_thread, NULL);
  return 0;
}
