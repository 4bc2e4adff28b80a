// expect: verdict=defect kind=out-of-bounds line=12 traces=1
// expect: says="writes 4 bytes, 8 bytes behind the end of a block of 40 bytes, allocated by main in line 10"
//
//
// Ten numbers, and one is written at the place of the thirteenth.

#include <stdlib.h>

int main(void) {
  int* const numbers = malloc(10 * sizeof *numbers);
  const int last = 12;
  numbers[last] = 1;
  free(numbers);
  return 0;
}
