// expect: verdict=safe traces=3 deadlocks=0
//
// Three threads; one of them does it, the others read that it has been done, which commutes.

#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int count;

static void initialise(void) { ++count; }

static void* work(void* none) {
  pthread_once(&once, initialise);
  pthread_once(&once, initialise);
  assert(count == 1);
  return none;
}

int main(void) {
  pthread_t thread[3];
  pthread_create(&thread[0], NULL, work, NULL);
  pthread_create(&thread[1], NULL, work, NULL);
  pthread_create(&thread[2], NULL, work, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(thread[i], NULL);
  return 0;
}
