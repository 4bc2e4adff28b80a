// expect: verdict=defect kind=use-after-return line=12 traces=1
// expect: says="reads 4 bytes"
//
// What main has registered reads a local variable of main when main has returned.

#include <stdio.h>
#include <stdlib.h>

static int* pointer;

static void finish(void) {
  printf("%d\n", *pointer);
}

int main(void) {
  int number = 1;
  pointer = &number;
  atexit(finish);
  return 0;
}
