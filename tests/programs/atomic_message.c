// expect: verdict=safe traces=2 deadlocks=0
//
// The reader looks at the flag before it is set, or after, and then at the data, which are written by then.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int data, flag;

static void* send(void* unused) {
  (void)unused;
  atomic_store_explicit(&data, 1, memory_order_relaxed);
  atomic_store_explicit(&flag, 1, memory_order_release);
  return NULL;
}
static void* receive(void* unused) {
  (void)unused;
  if (atomic_load_explicit(&flag, memory_order_acquire)) assert(data == 1);
  return NULL;
}

int main(void) {
  pthread_t sender, receiver;
  pthread_create(&sender, NULL, send, NULL);
  pthread_create(&receiver, NULL, receive, NULL);
  pthread_join(sender, NULL);
  pthread_join(receiver, NULL);
  return 0;
}
