// expect: verdict=defect kind=use-after-free line=17 traces=1
// expect: says="reads 64 bytes at offset 0 of a freed block of 64 bytes, allocated by main in line 15, freed by main in line 16"
//
// The copy that is passed by value is made of freed memory.

#include <stdlib.h>

struct settings {
  long limits[8];
};

static long total(struct settings mine) { return mine.limits[0] + mine.limits[7]; }

int main(void) {
  struct settings* const settings = calloc(1, sizeof *settings);
  free(settings);
  return total(*settings) == 99;
}
