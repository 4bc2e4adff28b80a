// expect: verdict=safe traces=6 deadlocks=0
//
// The sender writes under the mutex that the receiver takes again when it is woken, after the signal. The read may be
// outside of it. The wait begins after the sender's section, and after the signal as well, or the signal wakes it, or
// comes too late: 3 traces. It begins before the section: the signal wakes it, or it times out and takes the mutex
// again before the section or after it: 3 more.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t sent = PTHREAD_COND_INITIALIZER;
static int data;

static void* send(void* unused) {
  pthread_mutex_lock(&lock);
  data = 42;
  pthread_mutex_unlock(&lock);
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
