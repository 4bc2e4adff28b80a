// expect: verdict=safe traces=2 deadlocks=0
//
// A structure with padding becomes the value of an atomic: what the padding holds makes no other value.

#include <pthread.h>
#include <stdatomic.h>

struct Entry {
  char kind;
  long first, second;
};

static _Atomic struct Entry shared;

static void* set(void* unused) {
  struct Entry own;
  own.kind = 1;
  own.first = own.second = 2;
  atomic_store(&shared, own);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, set, 0);
  const struct Entry seen = atomic_load(&shared);
  pthread_join(thread, 0);
  return seen.kind > 1;
}
