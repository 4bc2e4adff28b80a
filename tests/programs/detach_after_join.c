// expect: verdict=defect kind=thread-misuse traces=1 deadlocks=1
//
// A thread that was joined is detached: its handle is that of no thread any more.

#include <pthread.h>

static pthread_t thread;

static void* work(void* unused) { return unused; }

static void* release(void* unused) {
  pthread_detach(thread);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  pthread_create(&other, NULL, release, NULL);
  pthread_join(other, NULL);
  return 0;
}
