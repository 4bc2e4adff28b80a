// expect: verdict=defect kind=uninitialised-read line=11 traces=1
// expect: says="reads 4 bytes at offset 0 of a block of 4 bytes that nobody has written, allocated by main in line 10"
// args: --uninitialised
//
// A flag is set in a word that nobody has written, whose other bits are looked at then.

#include <stdlib.h>

int main(void) {
  unsigned* const flags = malloc(sizeof *flags);
  *flags |= 1;
  const int is_set = (*flags & 2) != 0;
  free(flags);
  return is_set;
}
