// expect: verdict=defect kind=data-race lines=14,20 variable=data
//
// Creating a thread passes on what main knows; by a relaxed load it has learned nothing about the data.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int ready;

static void* send(void* unused) {
  data = 42;
  atomic_store_explicit(&ready, 1, memory_order_release);
  return unused;
}

static void* receive(void* unused) {
  assert(data == 42);
  return unused;
}

int main(void) {
  pthread_t sender, receiver;
  pthread_create(&sender, NULL, send, NULL);
  if (atomic_load_explicit(&ready, memory_order_relaxed)) {
    pthread_create(&receiver, NULL, receive, NULL);
    pthread_join(receiver, NULL);
  }
  pthread_join(sender, NULL);
  return 0;
}
