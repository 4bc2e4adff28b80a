// expect: verdict=safe traces=1
//
// As number_end_after_return.c, but the text stays.

#include <stdlib.h>

static char* rest;

__attribute__((noinline)) static void parse(void) {
  static char text[16] = "12x";
  strtol(text, &rest, 10);
}

int main(void) {
  parse();
  return *rest == 'q';
}
