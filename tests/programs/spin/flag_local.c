// expect: verdict=safe traces=2 deadlocks=0
//
// As flag_alloca.c, with a local variable.

#include <pthread.h>
#include <stdatomic.h>

static void* set(void* flag) {
  atomic_store((atomic_int*)flag, 1);
  return NULL;
}

int main(void) {
  pthread_t thread;
  atomic_int flag;
  atomic_store(&flag, 0);
  pthread_create(&thread, NULL, set, &flag);
  while (!atomic_load(&flag)) {
  }
  pthread_join(thread, NULL);
  return 0;
}
