// expect: verdict=safe traces=1
//
// As local_of_main_at_exit.c and local_of_main_in_destructor.c, with a variable that stays.

#include <stdio.h>
#include <stdlib.h>

static int* pointer;

__attribute__((destructor)) static void finish(void) {
  printf("%d\n", *pointer);
}

int main(void) {
  static int number = 1;
  pointer = &number;
  atexit(finish);
  return 0;
}
