// expect: verdict=defect kind=use-after-free line=17 traces=1
// expect: says="reads 24 bytes"
//
// A compare-exchange of 24 bytes is a call, which reads what it is to expect where there is nothing any more.

#include <stdlib.h>

struct Wide {
  long words[3];
};
static struct Wide shared;

int main(void) {
  struct Wide* const expected = calloc(1, sizeof *expected);
  struct Wide desired = {{3}};
  free(expected);
  return __atomic_compare_exchange(&shared, expected, &desired, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
