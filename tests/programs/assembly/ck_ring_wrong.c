// expect: verdict=defect kind=data-race traces=4 deadlocks=4
//
// The producer tells of the entry before it is there.
#include "atomics.h"

static unsigned head, tail;
static int slots[2];
static int received;

static void* produces(void* arg) {
  for (int i = 1; i <= 2; ++i) {
    const unsigned at = ck_load(&tail);
    while (at - ck_load(&head) == 2) ck_stall();
    ck_store(&tail, at + 1);
    slots[at % 2] = i;
  }
  return arg;
}

static void* consumes(void* arg) {
  for (int i = 1; i <= 2; ++i) {
    const unsigned at = ck_load(&head);
    while (ck_load(&tail) == at) ck_stall();
    received += slots[at % 2];
    ck_store(&head, at + 1);
  }
  return arg;
}

int main(void) {
  run_both(produces, consumes);
}
