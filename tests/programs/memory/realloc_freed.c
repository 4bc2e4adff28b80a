// expect: verdict=defect kind=double-free line=11 traces=1
// expect: says="realloc of a block of 8 bytes that was freed before, allocated by main in line 9, freed by main in line 10"
//
// What was freed cannot grow.

#include <stdlib.h>

int main(void) {
  void* block = malloc(8);
  free(block);
  block = realloc(block, 16);
  free(block);
  return 0;
}
