// expect: verdict=safe traces=4 deadlocks=0
//
// Sixteen bytes by cmpxchg16b: a pointer and its count.
#include "atomics.h"

static _Alignas(16) uint64_t pair[2];

static void* adds(void* arg) {
  uint64_t old[2], new[2];
  do {
    ck_load_2(pair, old);
    new[0] = old[0] + 2;
    new[1] = old[1] + 1;
  } while (!ck_cas_2(pair, old, new));
  return arg;
}

int main(void) {
  uint64_t last[2];
  run_both(adds, adds);
  ck_load_2(pair, last);
  assert(last[0] == 4 && last[1] == 2);
}
