// expect: verdict=defect kind=data-race traces=6 deadlocks=4
//
// The lock is given up by a thread that does not hold it.
#include "atomics.h"

static unsigned lock;
static int counter;

static void* adds(void* arg) {
  if (!ck_cas(&lock, 0, 1)) ck_store(&lock, 0);
  ++counter;
  ck_store(&lock, 0);
  return arg;
}

int main(void) { run_both(adds, adds); }
