// expect: verdict=defect kind=assertion traces=2 deadlocks=2
//
// Both take the bit that says who may go on: one of them has it taken already.
#include "atomics.h"

static unsigned words[2];

static void* takes(void* arg) {
  assert(!ck_bts(words, 33));
  return arg;
}

int main(void) { run_both(takes, takes); }
