// expect: verdict=defect kind=data-race lines=16,26 variable=data
//
// The signal has woken the receiver, but a condition variable synchronises nothing: only the mutex does, which the
// sender does not take.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t sent = PTHREAD_COND_INITIALIZER;
static int data;

static void* send(void* unused) {
  data = 42;
  pthread_cond_signal(&sent);
  return unused;
}

static void* receive(void* unused) {
  const struct timespec past = {0, 0};
  pthread_mutex_lock(&lock);
  const int result = pthread_cond_timedwait(&sent, &lock, &past);
  pthread_mutex_unlock(&lock);
  if (result == 0) assert(data == 42);
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
