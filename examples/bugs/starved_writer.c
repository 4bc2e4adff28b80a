// expect: kind=assertion
//
// A writer that starves
//
// Readers that overlap never let the writer in, and give up before the flag is set: nothing promises that a writer
// comes before readers that come after it. Wait for the flag on a condition variable, not by looking a number of times.

#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int is_ready;

static void* poll(void* none) {
  int seen = 0;
  for (int attempt = 0; attempt < 2 && !seen; ++attempt) {
    pthread_rwlock_rdlock(&lock);
    seen = is_ready;
    pthread_rwlock_unlock(&lock);
  }
  assert(seen);
  return none;
}

static void* prepare(void* none) {
  pthread_rwlock_wrlock(&lock);
  is_ready = 1;
  pthread_rwlock_unlock(&lock);
  return none;
}

int main(void) {
  pthread_t writer, first, second;
  pthread_create(&writer, NULL, prepare, NULL);
  pthread_create(&first, NULL, poll, NULL);
  pthread_create(&second, NULL, poll, NULL);
  pthread_join(writer, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
