// expect: verdict=defect kind=out-of-bounds line=13 traces=1 says="where no variable or block of the program is"
//
// A number that is used as a pointer: behind the constants of the program, where nothing is.

#include <stdint.h>
#include <stdio.h>

static const int table[4] = {1, 2, 3, 4};

int main(void) {
  const uintptr_t place = (uintptr_t)&table[2];
  printf("%d\n", table[place % 4]);
  return *(const int*)((place | 0xfff) - 3);
}
