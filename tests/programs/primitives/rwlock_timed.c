// expect: verdict=safe traces=14 deadlocks=0
//
// The same as rwlock_try.c with time limits: a limit that runs out is a try that fails.

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static const struct timespec deadline = {2000000000, 0};

static void* read_it(void* none) {
  const int result = pthread_rwlock_timedrdlock(&lock, &deadline);
  assert(result == 0 || result == ETIMEDOUT);
  if (result == 0) pthread_rwlock_unlock(&lock);
  return none;
}

static void* write_it(void* none) {
  const int result = pthread_rwlock_timedwrlock(&lock, &deadline);
  assert(result == 0 || result == ETIMEDOUT);
  if (result == 0) pthread_rwlock_unlock(&lock);
  return none;
}

int main(void) {
  pthread_t thread[3];
  pthread_create(&thread[0], NULL, read_it, NULL);
  pthread_create(&thread[1], NULL, read_it, NULL);
  pthread_create(&thread[2], NULL, write_it, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(thread[i], NULL);
  return 0;
}
