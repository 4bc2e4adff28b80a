// expect: verdict=safe traces=1 deadlocks=0
//
// A new thread's clock is not behind its creator's, nor is that of the thread that it creates.

#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static long long started;

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void* look(void* unused) {
  assert(now() > started);
  return unused;
}

static void* create(void* unused) {
  pthread_t thread;
  pthread_create(&thread, NULL, look, NULL);
  pthread_join(thread, NULL);
  return unused;
}

int main(void) {
  pthread_t thread;
  sleep(7);
  started = now();
  pthread_create(&thread, NULL, create, NULL);
  pthread_join(thread, NULL);
  return 0;
}
