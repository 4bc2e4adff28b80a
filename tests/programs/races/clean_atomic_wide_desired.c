// expect: verdict=safe traces=1 deadlocks=0
//
// As racy_atomic_wide_desired.c, but main only reads the variable.

#include <pthread.h>

struct Wide {
  long words[3];
};
static struct Wide shared, expected, desired;

static void* change(void* unused) {
  __atomic_compare_exchange(&shared, &expected, &desired, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, change, NULL);
  if (desired.words[1] != 0) return 1;
  pthread_join(thread, NULL);
  return 0;
}
