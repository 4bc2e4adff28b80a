// expect: verdict=safe traces=2 deadlocks=0
//
// The thread that drops the last reference frees: dec and setz.
#include "atomics.h"

static unsigned references = 2;
static int* object;

static void* drops(void* arg) {
  *(volatile int*)object;
  if (ck_dec_is_zero(&references)) free(object);
  return arg;
}

int main(void) {
  object = calloc(1, sizeof *object);
  run_both(drops, drops);
}
