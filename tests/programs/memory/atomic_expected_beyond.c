// expect: verdict=defect kind=out-of-bounds line=16 traces=1
// expect: says="24 bytes"
//
// A compare-exchange of 24 bytes is told to expect what is in a block of 16.

#include <stdlib.h>

struct Wide {
  long words[3];
};
static struct Wide shared;

int main(void) {
  struct Wide* const expected = calloc(1, 16);
  struct Wide desired = {{3}};
  return __atomic_compare_exchange(&shared, expected, &desired, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
