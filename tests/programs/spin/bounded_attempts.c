// expect: verdict=safe traces=4 deadlocks=0
//
// Three attempts, which are counted, so that it is no spin loop: the flag is set before the first, the second or the
// third, or after all of them.

#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void* set(void* unused) {
  (void)unused;
  flag = 1;
  return NULL;
}

int main(void) {
  pthread_t setter;
  pthread_create(&setter, NULL, set, NULL);
  for (int i = 0; i < 3; ++i) {
    if (flag) break;
  }
  pthread_join(setter, NULL);
  return 0;
}
