// expect: verdict=defect kind=assertion line=27 traces=2 deadlocks=0
//
// The twin of clock_atomic.c: the reader's time is from before it read the atomic.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static _Atomic time_t published;

static void* publish(void* unused) {
  sleep(3);
  published = time(NULL);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, publish, NULL);
  const time_t now = time(NULL);
  const time_t then = published;
  pthread_join(thread, NULL);
  // It is 0 when the thread has not come so far.
  if (then != 0)
    assert(now >= then);
  return 0;
}
