// expect: verdict=defect kind=data-race lines=17,24 variable=expected
//
// A compare-exchange of 24 bytes, a call, fails and writes the value found to where it was told what to expect. That
// is no atomic.

#include <pthread.h>
#include <stdatomic.h>

struct Wide {
  long words[3];
};
static _Atomic(struct Wide) shared;
static struct Wide expected = {{1}};

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
