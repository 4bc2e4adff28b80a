// expect: verdict=defect kind=use-after-return line=11 traces=1
// expect: says="reads 4 bytes"
//
// As local_of_main_at_exit.c, in a destructor of the program.

#include <stdio.h>

static int* pointer;

__attribute__((destructor)) static void finish(void) {
  printf("%d\n", *pointer);
}

int main(void) {
  int number = 1;
  pointer = &number;
  return 0;
}
