// expect: verdict=defect kind=data-race lines=14,20 variable=data
//
// However strong the load is, it synchronises only with a release operation, and a relaxed store is none.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int ready;

static void* send(void* unused) {
  data = 42;
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return unused;
}

static void* receive(void* unused) {
  if (atomic_load_explicit(&ready, memory_order_seq_cst)) assert(data == 42);
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
