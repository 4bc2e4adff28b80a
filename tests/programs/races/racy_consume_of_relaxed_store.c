// expect: verdict=defect kind=data-race lines=14,21 variable=data
//
// The load would carry a dependency to the access of the data, but there is no release that it could be ordered after.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static _Atomic(int*) published;

static void* send(void* unused) {
  data = 42;
  atomic_store_explicit(&published, &data, memory_order_relaxed);
  return unused;
}

static void* receive(void* unused) {
  const int* const seen = atomic_load_explicit(&published, memory_order_consume);
  if (seen != NULL) assert(*seen == 42);
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
