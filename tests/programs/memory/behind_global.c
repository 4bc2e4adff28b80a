// expect: verdict=defect kind=out-of-bounds line=15 traces=1
// expect: says="reads 4 bytes right behind the end of counters (16 bytes)"
//
//
// One more than there are, as `<=` has it.

#include <stddef.h>

static int counters[4];
static int others[4];

int main(void) {
  int sum = 0;
  for (size_t i = 0; i < 4; ++i) sum += others[i];
  for (size_t i = 0; i <= 4; ++i) sum += counters[i];
  return sum;
}
