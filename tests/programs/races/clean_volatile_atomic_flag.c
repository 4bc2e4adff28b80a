// expect: verdict=safe traces=2 deadlocks=0
//
// A flag that is volatile and atomic synchronises as any atomic does, by assignment with sequential consistency. Two
// traces: the load comes before the store or after it.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static volatile atomic_int ready;

static void* send(void* unused) {
  data = 42;
  ready = 1;
  return unused;
}

static void* receive(void* unused) {
  if (ready) assert(data == 42);
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
