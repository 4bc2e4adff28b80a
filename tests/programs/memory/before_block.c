// expect: verdict=defect kind=out-of-bounds line=11 traces=1
// expect: says="reads 1 byte, 1 byte before the beginning of a block of 16 bytes, allocated by main in line 10"
//
//
// The character before an empty text.

#include <stdlib.h>

int main(void) {
  char* const text = calloc(16, 1);
  const int is_line = text[-1] == '\n';
  free(text);
  return is_line;
}
