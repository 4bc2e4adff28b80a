// expect: verdict=defect kind=data-race lines=15,28 variable=data
//
// The stores of 1 leave the receiver in the dark about whose it reads: after the other's relaxed store it synchronises
// with nothing, though the value is that of the release store.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int ready;

static void* send(void* unused) {
  data = 42;
  atomic_store_explicit(&ready, 1, memory_order_release);
  return unused;
}

static void* again(void* unused) {
  if (atomic_load_explicit(&ready, memory_order_relaxed)) {
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
  }
  return unused;
}

static void* receive(void* unused) {
  if (atomic_load_explicit(&ready, memory_order_acquire)) assert(data == 42);
  return unused;
}

int main(void) {
  pthread_t send_thread, again_thread, receive_thread;
  pthread_create(&send_thread, NULL, send, NULL);
  pthread_create(&again_thread, NULL, again, NULL);
  pthread_create(&receive_thread, NULL, receive, NULL);
  pthread_join(send_thread, NULL);
  pthread_join(again_thread, NULL);
  pthread_join(receive_thread, NULL);
  return 0;
}
