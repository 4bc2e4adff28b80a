// expect: verdict=defect kind=out-of-bounds line=14 traces=1
// expect: says="writes 24 bytes at offset 0 of a block of 16 bytes, allocated by main in line 13"
//
//
// The block is as large as a pointer and a half.

#include <stdlib.h>
#include <string.h>

static char from[24];

int main(void) {
  char* const to = malloc(16);
  memcpy(to, from, sizeof from);
  free(to);
  return 0;
}
