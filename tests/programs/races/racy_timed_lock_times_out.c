// expect: verdict=defect kind=data-race lines=15,24 variable=data
//
// The receiver gives up waiting for the lock, which shows that the sender has it, but synchronises with nothing.

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void* send(void* unused) {
  data = 42;
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* receive(void* unused) {
  const struct timespec past = {0, 0};
  if (pthread_mutex_timedlock(&lock, &past) == ETIMEDOUT) {
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
