// expect: verdict=safe traces=1 deadlocks=0
//
// The twin of file_of_proc.c: this one is always empty.

#include <assert.h>
#include <stdio.h>

int main(void) {
  FILE* file = fopen("/dev/null", "r");
  assert(file != 0);
  assert(fgetc(file) == EOF);
  fclose(file);
  return 0;
}
