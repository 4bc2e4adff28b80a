// expect: verdict=safe traces=3 deadlocks=0
//
// Store, cmm_smp_mb, load: not both threads see nothing.
#include "atomics.h"

static unsigned long x, y, seen[2];

static void* first(void* arg) {
  u_set(&x, 1);
  u_mb();
  seen[0] = u_read(&y);
  return arg;
}
static void* second(void* arg) {
  u_set(&y, 1);
  u_mb();
  seen[1] = u_read(&x);
  return arg;
}

int main(void) {
  run_both(first, second);
  assert(seen[0] + seen[1] > 0);
}
