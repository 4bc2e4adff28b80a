// expect: verdict=safe traces=1 deadlocks=0
//
// The twin of local_of_main_used_at_exit.c: the variable is static.

#include <pthread.h>
#include <stdlib.h>

static pthread_t thread;

static void* set(void* variable) {
  *(int*)variable = 1;
  return 0;
}

static int* place;

static void wait_for_thread(void) {
  pthread_create(&thread, 0, set, place);
  pthread_join(thread, 0);
}

int main(void) {
  static int variable = 0;
  place = &variable;
  atexit(wait_for_thread);
  return 0;
}
