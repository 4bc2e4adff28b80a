// expect: verdict=defect kind=data-race lines=14,22 variable=data
//
// A lock as a flag, upside down: that it is taken shows that the data is there. An attempt that fails synchronises with
// nothing, and locking releases nothing.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void* send(void* unused) {
  data = 42;
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* receive(void* unused) {
  if (pthread_mutex_trylock(&lock) != 0) {
    assert(data == 42);
  } else {
    pthread_mutex_unlock(&lock);
  }
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
