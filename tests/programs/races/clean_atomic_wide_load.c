// expect: verdict=safe traces=1 deadlocks=0
//
// As racy_atomic_wide_load.c, but main reads the atomic. Two loads commute.

#include <pthread.h>
#include <stdatomic.h>

struct Wide {
  long words[3];
};
static _Atomic(struct Wide) shared;
static struct Wide copy;

static void* look(void* unused) {
  copy = shared;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, look, NULL);
  const struct Wide found = shared;
  pthread_join(thread, NULL);
  return found.words[1] == 7;
}
