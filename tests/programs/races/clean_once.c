// expect: verdict=safe traces=2 deadlocks=0
//
// The thread that comes first initialises; both read. Who it is decides between two traces.

#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int value;

static void initialise(void) { value = 42; }

static void* use(void* unused) {
  pthread_once(&once, initialise);
  assert(value == 42);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, use, NULL);
  pthread_create(&second, NULL, use, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
