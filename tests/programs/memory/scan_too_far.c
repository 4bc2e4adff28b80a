// expect: verdict=defect kind=out-of-bounds line=12 traces=1
// expect: says="writes 9 bytes at offset 0 of a block of 4 bytes, allocated by main in line 11"
//
//
// A word of eight letters does not fit into four bytes; "%3s" would (safe_library_calls.c).

#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char* const word = malloc(4);
  sscanf("abcdefgh", "%s", word);
  free(word);
  return 0;
}
