// expect: verdict=defect kind=use-after-return line=17 traces=1
// expect: says="reads 1 byte"
//
// strtol has stored a pointer into a local variable of a function that has returned.

#include <stdlib.h>

static char* rest;

__attribute__((noinline)) static void parse(void) {
  char text[16] = "12x";
  strtol(text, &rest, 10);
}

int main(void) {
  parse();
  return *rest == 'q';
}
