// expect: verdict=safe traces=2 deadlocks=0
//
// Read-modify-writes as messages: the one that comes second acquires what the first has released. Two traces, one for
// each order.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int turns;

static void* send(void* unused) {
  data = 42;
  atomic_fetch_add_explicit(&turns, 1, memory_order_acq_rel);
  return unused;
}

static void* receive(void* unused) {
  if (atomic_fetch_add_explicit(&turns, 1, memory_order_acq_rel) == 1) assert(data == 42);
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
