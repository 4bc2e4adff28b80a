// expect: verdict=defect kind=out-of-bounds line=12 traces=1
// expect: says="of a block of 4 bytes, allocated by main in line 10"
//
//
// Four letters fill the block, so that printf looks for an end behind it. "%.4s" would not (safe_library_calls.c).

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) { char* const word = malloc(4);
  memcpy(word, "abcd", 4);
  printf("%s\n", word);
  free(word);
  return 0;
}
