// expect: verdict=safe traces=2
// stdin: 12
// The reads are under a mutex, so that each of their two orders is explored.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int got[2];
static void* next(void* number) {
  pthread_mutex_lock(&lock);
  got[(long)number] = getchar();
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; ++i) pthread_create(&threads[i], 0, next, (void*)i);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
