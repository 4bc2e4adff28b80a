// Every run ends in a fault, for measuring what one costs.
//
// expect T=3: 6 traces, 0 deadlocks, all of which fail
//
// Why: T threads take one lock each once, in any of T! orders; then main follows a null pointer.

#include <pthread.h>
#include <stddef.h>

#ifndef T
#define T 3
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int* volatile nothing;

static void* work(void* unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[T];
  for (int i = 0; i < T; ++i) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < T; ++i) pthread_join(threads[i], NULL);
  return *nothing;
}
