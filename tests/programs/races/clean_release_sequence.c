// expect: verdict=safe traces=5 deadlocks=0
//
// The relay's compare-exchange is relaxed, but as a read-modify-write it continues the release sequence that the
// sender's store heads: the receiver that reads 2 synchronises with the sender. Of the 6 orders of three operations on
// the stage, two differ in the order of the load and a compare-exchange that fails, which both only read: 5 traces.

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
  int sent = 1;
  atomic_compare_exchange_strong_explicit(&stage, &sent, 2, memory_order_relaxed, memory_order_relaxed);
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
