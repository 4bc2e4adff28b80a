// expect: verdict=defect kind=data-race traces=2 deadlocks=2
//
// The reference is dropped before the object is used.
#include "atomics.h"

static unsigned references = 2;
static int* object;

static void* drops(void* arg) {
  const bool is_last = ck_dec_is_zero(&references);
  *(volatile int*)object;
  if (is_last) free(object);
  return arg;
}

int main(void) {
  object = calloc(1, sizeof *object);
  run_both(drops, drops);
}
