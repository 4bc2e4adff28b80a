// expect: verdict=defect kind=use-after-return line=16 traces=1
// expect: says="locks a mutex of a thread-local variable of work.0, which has ended"
//
// A mutex that is thread-local is gone with its thread.

#include <pthread.h>

static __thread pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;

static void* work(void* unused) {
  (void)unused;
  pthread_mutex_lock(&own);
  pthread_mutex_unlock(&own);
  return &own;
}
static void use(pthread_mutex_t* mutex) { pthread_mutex_lock(mutex); }

int main(void) {
  pthread_t thread;
  void* mutex;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, &mutex);
  use(mutex);
  return 0;
}
