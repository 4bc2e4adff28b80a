// expect: verdict=safe traces=4 deadlocks=0
//
// A lock by compare-and-swap of a byte's neighbour, as ck_spinlock/cas.h, and an unlock by a locked and.
#include "atomics.h"

static unsigned lock;
static int counter;

static void* adds(void* arg) {
  while (!ck_cas(&lock, 0, 1)) ck_stall();
  ++counter;
  ck_and(&lock, 0);
  return arg;
}

int main(void) {
  run_both(adds, adds);
  assert(counter == 2);
}
