// expect: verdict=defect kind=out-of-bounds line=16 traces=1
// expect: says="reads 64 bytes at offset 0 of a block of 40 bytes, allocated by main in line 15"
//
// The structure that is passed by value is larger than its block.

#include <stdlib.h>

struct settings {
  long limits[8];
};

static long total(struct settings mine) { return mine.limits[0]; }

int main(void) {
  struct settings* const settings = calloc(5, sizeof(long));
  return total(*settings) == 99;
}
