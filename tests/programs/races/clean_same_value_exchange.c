// expect: verdict=safe traces=2 deadlocks=0
//
// As racy_same_value_store.c, but by read-modify-writes that leave the value as it is. They continue the release
// sequence, and acquire the data themselves. The fetch-or of nothing is ordered after the sender's by a relaxed flag,
// which orders no access of its own. Traces: the flag is seen or not.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int counter, sent;

static void* send(void* unused) {
  data = 42;
  atomic_fetch_or_explicit(&counter, 0, memory_order_acq_rel);
  atomic_store_explicit(&sent, 1, memory_order_relaxed);
  return unused;
}

static void* receive(void* unused) {
  if (!atomic_load_explicit(&sent, memory_order_relaxed)) return unused;
  atomic_fetch_or_explicit(&counter, 0, memory_order_acq_rel);
  assert(data == 42);
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
