// expect: verdict=safe traces=3 deadlocks=0
//
// Bits of words: bts of a bit behind the first word, btr with sbb, or, xor, not, add.
#include "atomics.h"

static unsigned words[2];

static void* first(void* arg) {
  assert(!ck_bts(words, 33));
  ck_or(&words[0], 4);
  assert(ck_btr(&words[1], 1));
  return arg;
}
static void* second(void* arg) {
  ck_xor(&words[0], 3);
  ck_add(&words[0], 8);
  return arg;
}

int main(void) {
  run_both(first, second);
  ck_not(&words[0]);
  assert(~words[0] == 15 && words[1] == 0);
}
