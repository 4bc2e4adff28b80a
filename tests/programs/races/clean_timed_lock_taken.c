// expect: verdict=safe traces=3 deadlocks=0
//
// Only a thread that gets the lock in time looks at the data. Three traces: the receiver's section comes first, or
// last, or it times out while the sender has the lock.

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void* send(void* unused) {
  pthread_mutex_lock(&lock);
  data = 42;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* receive(void* unused) {
  const struct timespec past = {0, 0};
  if (pthread_mutex_timedlock(&lock, &past) == 0) {
    assert(data == 0 || data == 42);
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
