// expect: verdict=defect kind=use-after-return line=19 traces=1
// expect: says="writes"
//
// A stream writes to a local variable of a function that has returned.

#include <stdio.h>

static FILE* stream;

__attribute__((noinline)) static void begin(void) {
  char text[8];
  stream = fmemopen(text, sizeof text, "w");
  text[0] = 1;
}

int main(void) {
  begin();
  fputs("abc", stream);
  fflush(stream);
  return 0;
}
