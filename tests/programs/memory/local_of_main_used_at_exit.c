// expect: verdict=defect kind=use-after-return line=12 traces=1 deadlocks=1
// expect: says="writes 4 bytes of a stack frame of main that is gone: the function has returned"
//
// main has returned, and its exit handler waits for a thread that writes a local variable of main.

#include <pthread.h>
#include <stdlib.h>

static pthread_t thread;

static void* set(void* local) {
  *(int*)local = 1;
  return 0;
}

static int* place;

static void wait_for_thread(void) {
  pthread_create(&thread, 0, set, place);
  pthread_join(thread, 0);
}

int main(void) {
  int local = 0;
  place = &local;
  atexit(wait_for_thread);
  return 0;
}
