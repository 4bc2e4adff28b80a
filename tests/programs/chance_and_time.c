// expect: verdict=safe traces=6 deadlocks=0
//
// Two threads with two critical sections on `common` each: 4! / (2! * 2!) orders. Between them each uses a mutex of its
// own as often as chance and the clock say. These must be the same in every run for the same past of the thread;
// otherwise the program would not be deterministic, and that would be reported. There is no srand: with it the draws
// would be operations (state/rand_both_orders.c).

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static pthread_mutex_t common = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t own[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void touch(pthread_mutex_t* mutex) {
  pthread_mutex_lock(mutex);
  pthread_mutex_unlock(mutex);
}

static void* work(void* argument) {
  const long i = (long)argument;
  for (int round = 0; round < 2; ++round) {
    touch(&common);
    const int often = rand() % 4 + (int)(time(NULL) % 3);
    for (int n = 0; n < often; ++n) touch(&own[i]);
  }
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
