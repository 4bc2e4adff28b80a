// expect: verdict=safe traces=6 deadlocks=0
//
// A lock by fetch-and-store, as ck_spinlock/fas.h.
#include "atomics.h"

static unsigned lock;
static int counter;

static void* adds(void* arg) {
  while (ck_fas(&lock, 1)) {
    do {
      ck_stall();
    } while (ck_load(&lock));
  }
  ++counter;
  ck_barrier();
  ck_store(&lock, 0);
  return arg;
}

int main(void) {
  run_both(adds, adds);
  assert(counter == 2);
}
