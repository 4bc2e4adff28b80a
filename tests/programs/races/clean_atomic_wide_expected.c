// expect: verdict=safe traces=1 deadlocks=0
//
// As racy_atomic_wide_expected.c, but the compare-exchange succeeds, and then only reads what it is to expect, as main
// does.

#include <pthread.h>
#include <stdatomic.h>

struct Wide {
  long words[3];
};
static _Atomic(struct Wide) shared;
static struct Wide expected = {{0}};

static void* change(void* unused) {
  const struct Wide desired = {{3}};
  atomic_compare_exchange_strong(&shared, &expected, desired);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, change, NULL);
  const long old = expected.words[1];
  pthread_join(thread, NULL);
  return old == 7;
}
