// expect: verdict=defect kind=use-after-return line=21 traces=2
// expect: says="reads 4 bytes of a thread-local variable of work.0, which has ended"
//
// Main reads a thread-local variable of a thread that may end meanwhile. It finds the pointer or not.

#include <pthread.h>
#include <stdatomic.h>

static __thread int own;
static _Atomic(int*) pointer;

static void* work(void* unused) {
  atomic_store(&pointer, &own);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  int* const found = atomic_load(&pointer);
  const int value = found != NULL ? *found : 0;
  pthread_join(thread, NULL);
  return value;
}
