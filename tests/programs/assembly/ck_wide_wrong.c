// expect: verdict=defect kind=assertion traces=4 deadlocks=2
//
// One attempt is not enough.
#include "atomics.h"

static _Alignas(16) uint64_t pair[2];

static void* adds(void* arg) {
  uint64_t old[2], new[2];
  ck_load_2(pair, old);
  new[0] = old[0] + 2;
  new[1] = old[1] + 1;
  assert(ck_cas_2(pair, old, new));
  return arg;
}

int main(void) { run_both(adds, adds); }
