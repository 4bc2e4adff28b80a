// expect: verdict=safe traces=16 deadlocks=0
//
// uatomic_add_return, uatomic_cmpxchg, uatomic_xchg and a flag output.
#include "atomics.h"

static unsigned long sum, last = 2, winner;

static void* adds(void* arg) {
  const unsigned long now = u_add_return(&sum, 3);
  assert(now == 3 || now == 6);
  if (u_cmpxchg(&winner, 0, now) == 0) u_xchg(&winner, 7);
  if (u_sub_and_test(&last, 1)) assert(u_read(&sum) == 6);
  return arg;
}

int main(void) {
  run_both(adds, adds);
  assert(winner == 7);
}
