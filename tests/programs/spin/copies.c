// expect: verdict=safe traces=3 deadlocks=0
//
// Each round copies a structure. The first one changes the memory, so that the second is no repetition of it; the third
// would be one of the second, and waits. So main finds the flag set in its first, second or third round.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct Triple {
  long values[3];
};

static atomic_int flag;
static struct Triple from = {{1, 2, 3}}, to;

static void* set(void* unused) {
  (void)unused;
  flag = 1;
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, set, NULL);
  while (!flag) {
    to = from;
  }
  assert(to.values[2] == 0 || to.values[2] == 3);
  pthread_join(other, NULL);
  return 0;
}
