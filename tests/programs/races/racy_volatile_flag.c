// expect: verdict=defect kind=data-race lines=14,19 variable=ready
//
// A volatile flag is no atomic: the flag itself is raced for.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int data;
static volatile int ready;

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
