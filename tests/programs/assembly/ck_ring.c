// expect: verdict=safe traces=10 deadlocks=0
//
// A ring of one producer and one consumer, as ck_ring.h.
#include "atomics.h"

static unsigned head, tail;
static int slots[2];
static int received;

static void* produces(void* arg) {
  for (int i = 1; i <= 2; ++i) {
    const unsigned at = ck_load(&tail);
    while (at - ck_load(&head) == 2) ck_stall();
    slots[at % 2] = i;
    ck_barrier();
    ck_store(&tail, at + 1);
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
  assert(received == 3);
}
