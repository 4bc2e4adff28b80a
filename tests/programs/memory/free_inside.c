// expect: verdict=defect kind=invalid-free line=11 traces=1
// expect: says="free of a pointer to offset 16 of a block of 64 bytes, allocated by main in line 9"
//
// The pointer has moved on since.

#include <stdlib.h>

int main(void) {
  char* text = malloc(64);
  text += 16;
  free(text);
  return 0;
}
