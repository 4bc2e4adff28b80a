// expect: verdict=defect kind=data-race lines=15,22 variable=data
//
// A relaxed store ends the release sequence of C++20 even when it comes from the thread that heads the sequence. C11
// and C++11 still let it continue.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int stage;

static void* send(void* unused) {
  data = 42;
  atomic_store_explicit(&stage, 1, memory_order_release);
  atomic_store_explicit(&stage, 2, memory_order_relaxed);
  return unused;
}

static void* receive(void* unused) {
  if (atomic_load_explicit(&stage, memory_order_acquire) == 2) assert(data == 42);
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
