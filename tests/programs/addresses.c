// expect: verdict=safe traces=6 deadlocks=0
//
// Two threads with two critical sections on `common` each: 4! / (2! * 2!) orders. Between them each allocates and
// frees, and uses a mutex of its own as often as the address of a block says. If addresses depended on the schedule,
// the same past would have different futures, and that would be reported.

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static pthread_mutex_t common = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t own[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void touch(pthread_mutex_t* mutex) {
  pthread_mutex_lock(mutex);
  pthread_mutex_unlock(mutex);
}

static void* work(void* argument) {
  const long i = (long)argument;
  char* const kept = malloc(24 + 100 * i);
  for (int round = 0; round < 2; ++round) {
    touch(&common);
    char* const block = malloc(40);
    const unsigned often = (unsigned)((uintptr_t)block >> 4) % 5 + (unsigned)((uintptr_t)kept >> 4) % 3;
    free(block);
    for (unsigned n = 0; n < often; ++n) touch(&own[i]);
  }
  free(kept);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, (void*)0);
  pthread_create(&b, NULL, work, (void*)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
