// expect: verdict=safe traces=2 deadlocks=0
//
// Main initialises the atomic before there are other threads. Two traces: the load comes before the store or after it.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready;

static void* send(void* unused) {
  atomic_store_explicit(&ready, 2, memory_order_release);
  return unused;
}

static void* receive(void* unused) {
  assert(atomic_load_explicit(&ready, memory_order_acquire) >= 1);
  return unused;
}

int main(void) {
  pthread_t send_thread, receive_thread;
  atomic_init(&ready, 1);
  pthread_create(&send_thread, NULL, send, NULL);
  pthread_create(&receive_thread, NULL, receive, NULL);
  pthread_join(send_thread, NULL);
  pthread_join(receive_thread, NULL);
  return 0;
}
