// expect: verdict=safe traces=4 deadlocks=0
//
// A lock that is tried until it is free: the second thread finds it so at once, or is told once that it is busy.

#include <assert.h>
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void* adds(void* arg) {
  while (pthread_mutex_trylock(&lock) != 0) sched_yield();
  ++counter;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, adds, NULL);
  pthread_create(&b, NULL, adds, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
}
