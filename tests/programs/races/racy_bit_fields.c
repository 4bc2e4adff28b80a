// expect: verdict=defect kind=data-race lines=13,18 variable=flags
//
// Two bit-fields that lie side by side are one place in memory: who writes one writes both.

#include <pthread.h>

static struct {
  unsigned open : 1;
  unsigned dirty : 1;
} flags;

static void* set_open(void* unused) {
  flags.open = 1;
  return unused;
}

static void* set_dirty(void* unused) {
  flags.dirty = 1;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, set_open, NULL);
  pthread_create(&second, NULL, set_dirty, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
