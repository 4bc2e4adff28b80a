// expect: verdict=defect kind=out-of-bounds line=12 traces=1
// expect: says="writes 1 byte right behind the end of a block of 5 bytes, allocated by main in line 10"
//
//
// No room for the zero at the end: that byte and the last one of the block lie in the same word.

#include <stdlib.h>

int main(void) {
  char* const text = malloc(5);
  for (int i = 0; i < 5; ++i) text[i] = 'a';
  text[5] = '\0';
  free(text);
  return 0;
}
