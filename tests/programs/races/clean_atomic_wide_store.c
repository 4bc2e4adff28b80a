// expect: verdict=safe traces=1 deadlocks=0
//
// As racy_atomic_wide_store.c, but main only reads the variable.

#include <pthread.h>

struct Wide {
  long words[3];
};
static struct Wide shared, value;

static void* change(void* unused) {
  __atomic_store(&shared, &value, __ATOMIC_SEQ_CST);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, change, NULL);
  if (value.words[1] != 0) return 1;
  pthread_join(thread, NULL);
  return 0;
}
