// expect: verdict=defect kind=assertion traces=4 deadlocks=0
//
// uatomic_cmpxchg whose success is not asked for.
#include "atomics.h"

static unsigned long sum;

static void* adds(void* arg) {
  const unsigned long old = u_read(&sum);
  u_cmpxchg(&sum, old, old + 3);
  return arg;
}

int main(void) {
  run_both(adds, adds);
  assert(u_read(&sum) == 6);
}
