// expect: verdict=safe traces=2 deadlocks=0
//
// A plain message is published by an atomic flag, and read only by who has seen the flag, which is set then or not.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int message;
static atomic_int ready;

static void* publish(void* unused) {
  message = 42;
  atomic_store(&ready, 1);
  return unused;
}

static void* receive(void* unused) {
  if (atomic_load(&ready)) assert(message == 42);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, publish, NULL);
  pthread_create(&second, NULL, receive, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
