// expect: verdict=defect kind=data-race traces=8 deadlocks=2
//
// The ticket is drawn in two steps, so that two threads may hold the same.
#include "atomics.h"

static unsigned next, position;
static int counter;

static void* adds(void* arg) {
  const unsigned mine = ck_load(&next);
  ck_add(&next, 1);
  while (ck_load(&position) < mine) ck_stall();
  ++counter;
  ck_inc(&position);
  return arg;
}

int main(void) { run_both(adds, adds); }
