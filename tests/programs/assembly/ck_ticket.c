// expect: verdict=safe traces=48 deadlocks=0
//
// A ticket lock, as ck_spinlock/ticket.h, for three threads.
#include "atomics.h"

static unsigned next, position;
static int counter;

static void* adds(void* arg) {
  const unsigned mine = ck_faa(&next, 1);
  while (ck_load(&position) != mine) ck_stall();
  ++counter;
  ck_store(&position, ck_load(&position) + 1);
  return arg;
}

int main(void) {
  pthread_t third;
  pthread_create(&third, NULL, adds, NULL);
  run_both(adds, adds);
  pthread_join(third, NULL);
  assert(counter == 3);
}
