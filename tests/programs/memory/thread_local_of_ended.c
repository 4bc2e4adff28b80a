// expect: verdict=defect kind=use-after-return line=19 traces=1
// expect: says="reads 4 bytes of a thread-local variable of work.0, which has ended"
//
// A thread hands out the address of its thread-local variable, and has written it. It is gone when the thread was joined.

#include <pthread.h>

static __thread int own = 1;
static int* pointer;

static void* work(void* unused) {
  own = 5;
  pointer = &own;
  return unused;
}

static int look(void) {
  // The bytes are still there.
  return *pointer;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  return look() == 6;
}
