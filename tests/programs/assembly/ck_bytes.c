// expect: verdict=safe traces=2 deadlocks=0
//
// Bytes that share a word, and the old value in memory.
#include "atomics.h"

static unsigned char bytes[4];
static unsigned value;

static void* first(void* arg) {
  unsigned seen;
  assert(ck_fas_8(&bytes[1], 200) == 0);
  if (!ck_cas_value(&value, 0, 7, &seen)) assert(seen == 9);
  return arg;
}
static void* second(void* arg) {
  unsigned seen = 1;
  ck_store_8(&bytes[2], 100);
  if (!ck_cas_value(&value, 0, 9, &seen)) assert(seen == 7);
  return arg;
}

int main(void) {
  run_both(first, second);
  assert(ck_load_8(&bytes[1]) == 200 && ck_load_8(&bytes[2]) == 100 && bytes[0] == 0 && bytes[3] == 0);
}
