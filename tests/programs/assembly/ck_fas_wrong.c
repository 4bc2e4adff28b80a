// expect: verdict=defect kind=data-race traces=8 deadlocks=4
//
// The lock is taken by a load and a store.
#include "atomics.h"

static unsigned lock;
static int counter;

static void* adds(void* arg) {
  while (ck_load(&lock)) ck_stall();
  ck_store(&lock, 1);
  ++counter;
  ck_store(&lock, 0);
  return arg;
}

int main(void) { run_both(adds, adds); }
