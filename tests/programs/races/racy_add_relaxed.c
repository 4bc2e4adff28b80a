// expect: verdict=defect kind=data-race lines=14,20 variable=data
//
// Read-modify-writes are atomic and tell which was first, but relaxed ones order nothing else.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int turns;

static void* send(void* unused) {
  data = 42;
  atomic_fetch_add_explicit(&turns, 1, memory_order_relaxed);
  return unused;
}

static void* receive(void* unused) {
  if (atomic_fetch_add_explicit(&turns, 1, memory_order_relaxed) == 1) assert(data == 42);
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
