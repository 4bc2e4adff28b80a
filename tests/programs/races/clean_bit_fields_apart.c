// expect: verdict=safe traces=1 deadlocks=0
//
// A bit-field of width 0 puts the next one into another place.

#include <pthread.h>

static struct {
  unsigned open : 1;
  unsigned : 0;
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
