// expect: verdict=defect kind=data-race lines=15,28 variable=data
//
// The relay has seen the sender's store, but stores instead of exchanging: a relaxed store ends the release sequence,
// and the receiver that reads 2 synchronises with nothing.

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

static void* relay(void* unused) {
  if (atomic_load_explicit(&stage, memory_order_relaxed) == 1) {
    atomic_store_explicit(&stage, 2, memory_order_relaxed);
  }
  return unused;
}

static void* receive(void* unused) {
  if (atomic_load_explicit(&stage, memory_order_acquire) == 2) assert(data == 42);
  return unused;
}

int main(void) {
  pthread_t send_thread, relay_thread, receive_thread;
  pthread_create(&send_thread, NULL, send, NULL);
  pthread_create(&relay_thread, NULL, relay, NULL);
  pthread_create(&receive_thread, NULL, receive, NULL);
  pthread_join(send_thread, NULL);
  pthread_join(relay_thread, NULL);
  pthread_join(receive_thread, NULL);
  return 0;
}
