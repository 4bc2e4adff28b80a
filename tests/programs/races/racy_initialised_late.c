// expect: verdict=defect kind=data-race lines=15,21 variable=ready
//
// The sender initialises an atomic that the receiver may be loading: initialising is a plain write. If the load comes
// after the store, it is ordered; the race is in the other trace, in which the value that the atomic begins with is not
// known when the load is announced.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready;

static void* send(void* unused) {
  atomic_init(&ready, 1);
  atomic_store_explicit(&ready, 2, memory_order_release);
  return unused;
}

static void* receive(void* unused) {
  assert(atomic_load_explicit(&ready, memory_order_acquire) >= 0);
  return unused;
}

int main(void) {
  pthread_t receive_thread, send_thread;
  pthread_create(&receive_thread, NULL, receive, NULL);
  pthread_create(&send_thread, NULL, send, NULL);
  pthread_join(receive_thread, NULL);
  pthread_join(send_thread, NULL);
  return 0;
}
